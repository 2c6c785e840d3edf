import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../schemas.ts'
import { caseValueErrors } from './case-errors.ts'
import { CaseView, caseIdentity, wireCase, wireCaseOf } from './nomenclature-schemas.ts'

export const createCase = operation({
  name: 'createCase',
  area: 'Nomenclature',
  methods: ['POST'],
  path: '/pub/v1/nomenclature',
  summary: 'Create a case',
  description: 'Requires the right `administer` to the office. The case is open at once.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ ...wireCase, ...caseIdentity }),
  result: Type.Object({ item: CaseView }),
  errors: caseValueErrors,
  idempotent: { again: async (_request, id, { caller, registry }) => ({ item: await registry.cases.get(caller, id) }) },
  handle: async ({ input }, { caller, registry }) => ({ item: await registry.cases.create(caller, wireCaseOf(input)) }),
})
