import { Type } from 'typebox'
import { crossSite } from '../../../foundation/http/errors.ts'
import { sessionCookie } from '../../../foundation/http/headers/session-cookie.ts'
import { signInBusy, signInRefused, tooManyAttempts } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'
import { deviceOf, isSecure, noteRefused } from './session.ts'

export const signIn = operation({
  name: 'signIn',
  cost: 'signIn',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/sign-in',
  summary: 'Sign in with a password',
  description:
    'Sets the cookie `chancery_session`, which is accepted under /api/v1. The session lasts at most seven days, ' +
    'and ends after twelve hours without use. After 10 failures for a login from one address, or 100 from an ' +
    'address, within 15 minutes, the status is 429 with `Retry-After`. After 10 failures for a login from all ' +
    'addresses together, each further attempt takes a second longer.',
  right: 'anyone',
  params: NoParams,
  input: Type.Object({ login: Type.String({ maxLength: 200 }), password: Type.String({ maxLength: 128 }) }),
  result: Nothing,
  errors: [signInRefused, tooManyAttempts, signInBusy, crossSite],
  handle: async ({ input, reply, ...request }, { caller, people, audit, baseUrl }) => {
    const device = deviceOf(request)
    const attempt = people.signIn({ ...input, ...device })
    const refusal = { audit, path: '/api/v1/sign-in', operation: caller.operation, requestId: device.requestId }
    const secret = await noteRefused(attempt, refusal)
    reply.header('set-cookie', sessionCookie(secret, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})
