import { Type } from 'typebox'
import { crossSite } from '../../../foundation/http/errors.ts'
import { sessionCookie } from '../../../foundation/http/headers/session-cookie.ts'
import { passwordExists, passwordTooWeak, signInBusy, signInRefused, userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'
import { deviceOf, isSecure, noteRefused, Password } from './session.ts'

const path = '/api/v1/set-up'

export const setUp = operation({
  name: 'setUp',
  cost: 'signIn',
  area: 'Management',
  methods: ['POST'],
  path,
  summary: 'Set the first password of the administrator',
  description:
    'Takes the token of an administrator who has no password yet, such as the token that the first start prints. Sets ' +
    'the password and the cookie `chancery_session`, like `signIn`.',
  right: 'anyone',
  params: NoParams,
  input: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200, description: 'API token of the administrator.' }),
    password: Password,
  }),
  result: Nothing,
  errors: [signInRefused, passwordExists, passwordTooWeak, signInBusy, userNotFound, crossSite],
  handle: async ({ input, reply, ...request }, { caller: { operation }, people, audit, baseUrl }) => {
    const device = deviceOf(request)
    const attempt = people.setUp({ ...input, ...device })
    const secret = await noteRefused(attempt, { audit, path, operation, requestId: device.requestId })
    reply.header('set-cookie', sessionCookie(secret, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})
