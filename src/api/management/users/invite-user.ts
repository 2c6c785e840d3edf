import { Type } from 'typebox'
import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Time } from '../../v1/schemas.ts'

export const inviteUser = operation({
  name: 'inviteUser',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/users/{id}/invitations',
  summary: 'Invite a user to set a password',
  description:
    'Returns a link with which the user sets a password and signs in. It works once, and for seven days; an earlier ' +
    'link of the user stops working. The server does not send the link. Requires a user who is not blocked.',
  right: 'administrator',
  params: IdParams,
  result: Type.Object({
    link: Type.String({
      description: 'Address of the console; without the host when the setting BASE_URL is not set.',
    }),
    expiresAt: Time,
  }),
  errors: [userNotFound],
  handle: async ({ params }, { caller, people, baseUrl }) => {
    const { secret, expiresAt } = await people.invitations.create(caller, params.id)
    return { link: `${baseUrl ?? ''}/console/sign-in#invitation=${secret}`, expiresAt }
  },
})
