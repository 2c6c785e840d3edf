import { Type } from 'typebox'
import { crossSite } from '../../../foundation/http/errors.ts'
import { sessionCookie } from '../../../foundation/http/headers/session-cookie.ts'
import { invitationRefused, passwordTooWeak, signInBusy } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'
import { deviceOf, isSecure, noteRefused, Password } from './session.ts'

const path = '/api/v1/sign-in/invitation'

export const acceptInvitation = operation({
  name: 'acceptInvitation',
  cost: 'signIn',
  area: 'Management',
  methods: ['POST'],
  path,
  summary: 'Set a password with an invitation',
  description:
    'Sets the password of the invited user and the cookie `chancery_session`, like `signIn`, and ends all other ' +
    'sessions of the user. The secret is what follows `#invitation=` in the link.',
  right: 'anyone',
  params: NoParams,
  input: Type.Object({ secret: Type.String({ minLength: 1, maxLength: 200 }), password: Password }),
  result: Nothing,
  errors: [invitationRefused, passwordTooWeak, signInBusy, crossSite],
  handle: async ({ input, reply, ...request }, { caller: { operation }, people, audit, baseUrl }) => {
    const device = deviceOf(request)
    const attempt = people.invitations.accept(input, device)
    const secret = await noteRefused(attempt, { audit, path, operation, requestId: device.requestId })
    reply.header('set-cookie', sessionCookie(secret, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})
