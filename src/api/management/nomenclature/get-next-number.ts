import { Type } from 'typebox'
import { caseNotFound, wrongDate, wrongNumber } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { Day } from '../registrations/registration-schemas.ts'

export const getNextNumber = operation({
  name: 'getNextNumber',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/nomenclature/{id}/next-number',
  summary: 'Preview the next number of a case',
  description:
    'Requires the right `view` to the office. Another registration may get the number first. Tokens of the element, ' +
    'such as `{field:kind}`, have no value in the preview.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ date: Day('Registration date; today by default.') }),
  result: Type.Object({
    number: Type.String(),
    seq: Type.String({ description: 'Value of the counter.' }),
    period: Type.String({ description: 'First day of the period; 0001-01-01 when numbers are never reset.' }),
  }),
  errors: [caseNotFound, wrongDate, wrongNumber],
  handle: ({ params, input }, { caller, registry }) => registry.registrations.nextNumber(caller, params.id, input.date),
})
