import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { caseChangeErrors } from './case-errors.ts'
import { CaseView, caseIdentity, wireCase, wireCaseOf } from './nomenclature-schemas.ts'

export const updateCase = operation({
  name: 'updateCase',
  area: 'Nomenclature',
  methods: ['PUT'],
  path: '/pub/v1/nomenclature/{id}',
  summary: 'Update a case',
  description: 'Requires the right `administer` to the office. An absent value stays as it is.',
  right: 'user',
  params: IdParams,
  input: Type.Partial(Type.Object({ ...wireCase, ...caseIdentity })),
  result: Type.Object({ item: CaseView }),
  errors: caseChangeErrors,
  handle: async ({ params, input }, { caller, registry }) => ({
    item: await registry.cases.update(caller, params.id, wireCaseOf(input)),
  }),
})
