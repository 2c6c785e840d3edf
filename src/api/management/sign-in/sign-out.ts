import { sessionCookie } from '../../../foundation/http/headers/session-cookie.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'
import { isSecure } from './session.ts'

export const signOut = operation({
  name: 'signOut',
  cost: 'signIn',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sign-out',
  summary: 'Sign out',
  description: 'Ends the session that sends the request and deletes its cookie. Tokens are not affected.',
  right: 'user',
  params: NoParams,
  result: Nothing,
  handle: async ({ reply }, { caller, people, baseUrl }) => {
    await people.sessions.endCurrent(caller)
    reply.header('set-cookie', sessionCookie(undefined, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})
