import { lastAdministrator, userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const blockUser = operation({
  name: 'blockUser',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/users/{id}/block',
  summary: 'Block a user',
  description: 'Every node refuses the tokens and sessions of the user within a second.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [userNotFound, lastAdministrator],
  handle: async ({ params }, { caller, people }) => {
    await people.changeUser(caller, params.id, { status: 'blocked' })
    return {}
  },
})
