import { tokenNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const revokeToken = operation({
  name: 'revokeToken',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/tokens/{id}',
  summary: 'Revoke an API token',
  description:
    'Every node refuses the revoked token within a second. Administrators can revoke any token, other users their ' +
    'own.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [tokenNotFound],
  handle: async ({ params }, { caller, people }) => {
    await people.revokeToken(caller, params.id)
    return {}
  },
})
