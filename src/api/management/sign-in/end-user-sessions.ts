import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const endUserSessions = operation({
  name: 'endUserSessions',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/users/{id}/sessions',
  summary: 'End all sessions of a user',
  description: 'Every node refuses the ended sessions within a second. Tokens are not affected.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [userNotFound],
  handle: async ({ params }, { caller, people }) => {
    await people.sessions.endAll(caller, params.id)
    return {}
  },
})
