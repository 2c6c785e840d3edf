import { caseInUse, caseNotFound, nomenclatureNotAllowed } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteCase = operation({
  name: 'deleteCase',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/nomenclature/{id}',
  summary: 'Delete a case without registrations',
  description: 'Requires the right `administer` to the office. A case with registrations can only be closed.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [caseNotFound, nomenclatureNotAllowed, caseInUse],
  async handle({ params }, { caller, registry }) {
    await registry.cases.delete(caller, params.id)
    return {}
  },
})
