import { Type } from 'typebox'
import { crossSite } from '../../../foundation/http/errors.ts'
import { sessionCookie } from '../../../foundation/http/headers/session-cookie.ts'
import { linkRefused } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'
import { deviceOf, isSecure, noteRefused } from './session.ts'

const path = '/api/v1/sign-in/link'

export const signInByLink = operation({
  name: 'signInByLink',
  cost: 'signIn',
  area: 'Management',
  methods: ['POST'],
  path,
  summary: 'Sign in with a one-time link',
  description:
    'Sets the cookie `chancery_session`, like `signIn`. The secret is what follows `#link=` in the address that the ' +
    'server prints at its start. It works once, and for ten minutes.',
  right: 'anyone',
  params: NoParams,
  input: Type.Object({ secret: Type.String({ minLength: 1, maxLength: 200 }) }),
  result: Nothing,
  errors: [linkRefused, crossSite],
  handle: async ({ input, reply, ...request }, { caller: { operation }, people, audit, baseUrl }) => {
    const device = deviceOf(request)
    const attempt = people.signInLinks.use(input.secret, device)
    const secret = await noteRefused(attempt, { audit, path, operation, requestId: device.requestId })
    reply.header('set-cookie', sessionCookie(secret, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})
