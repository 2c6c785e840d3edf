import { Type } from 'typebox'
import { JsonText } from '../../../foundation/kit/json.ts'
import { caseNotFound, wrongDate } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { Day } from '../registrations/registration-schemas.ts'

export const printJournal = operation({
  name: 'printJournal',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/nomenclature/{id}/journal',
  summary: 'Get the registration journal of a case as a page for printing',
  description:
    'Requires the right `view` to the office. Lists up to 10,000 numbers in their order, annulled ones struck through. ' +
    'The name of a document is shown to callers who can see the document. `GET /api/v1/registrations` has the same as JSON.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ from: Day('First registration date.'), to: Day('Last registration date.') }),
  result: Type.String(),
  media: 'text/html; charset=utf-8',
  errors: [caseNotFound, wrongDate],
  handle: async ({ params, input }, { caller, registry }) =>
    new JsonText(await registry.printJournal(caller, params.id, input)),
})
