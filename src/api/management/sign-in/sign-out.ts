import { sessionCookie } from '../../../http/session-cookie.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'
import { isSecure } from './session.ts'

export const signOut = operation({
  name: 'signOut',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sign-out',
  summary: 'Sign out',
  description: 'Ends the session that asks, and takes the cookie away. Nothing happens to tokens.',
  right: 'user',
  params: NoParams,
  result: Nothing,
  handle: async ({ reply }, { caller, people, baseUrl }) => {
    await people.sessions.endCurrent(caller)
    reply.header('set-cookie', sessionCookie(undefined, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})
