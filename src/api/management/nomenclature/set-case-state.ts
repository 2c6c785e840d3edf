import { Type } from 'typebox'
import { caseNotFound, nomenclatureNotAllowed, wrongCaseState } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { CaseView } from '../../v1/nomenclature/nomenclature-schemas.ts'
import { IdParams } from '../../v1/schemas.ts'
import { CaseStateInput } from './nomenclature-schemas.ts'

export const setCaseState = operation({
  name: 'setCaseState',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/nomenclature/{id}/state',
  summary: 'Open, close or archive a case',
  description: 'Requires the right `administer` to the office. Documents are registered in cases that are active.',
  right: 'user',
  params: IdParams,
  input: CaseStateInput,
  result: Type.Object({ item: CaseView }),
  errors: [caseNotFound, nomenclatureNotAllowed, wrongCaseState],
  handle: async ({ params, input: { state, comment } }, { caller, registry }) => ({
    item: await registry.cases.setState(caller, params.id, state, comment),
  }),
})
