import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { crossSite } from '../../../foundation/http/errors.ts'
import { sessionCookie } from '../../../foundation/http/headers/session-cookie.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  invitationRefused,
  linkRefused,
  passwordTooWeak,
  passwordWrong,
  sessionNotFound,
  signInBusy,
  signInRefused,
  tooManyAttempts,
  userNotFound,
} from '../../../people/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, listResult, NoParams, Nothing, orNull, Uuid } from '../../v1/schemas.ts'
import { deviceOf, isSecure, noteRefused, Password, SessionView } from './session.ts'
import { setUp } from './set-up.ts'

const signIn = operation({
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

const linkPath = '/api/v1/sign-in/link'

const signInByLink = operation({
  name: 'signInByLink',
  cost: 'signIn',
  area: 'Management',
  methods: ['POST'],
  path: linkPath,
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
    const secret = await noteRefused(attempt, { audit, path: linkPath, operation, requestId: device.requestId })
    reply.header('set-cookie', sessionCookie(secret, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})

const invitationPath = '/api/v1/sign-in/invitation'

const acceptInvitation = operation({
  name: 'acceptInvitation',
  cost: 'signIn',
  area: 'Management',
  methods: ['POST'],
  path: invitationPath,
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
    const secret = await noteRefused(attempt, { audit, path: invitationPath, operation, requestId: device.requestId })
    reply.header('set-cookie', sessionCookie(secret, { isSecure: isSecure(baseUrl) }))
    return {}
  },
})

const signOut = operation({
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

const getMe = operation({
  name: 'getMe',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/me',
  summary: 'Get the current user',
  description:
    'Returns the user of the session or token with all groups that effectively contain the user, including default ' +
    'groups and groups through positions.',
  right: 'user',
  params: NoParams,
  result: Type.Object({
    user: Type.Object({
      id: Uuid,
      login: Type.String(),
      email: orNull(Type.String()),
      lastname: Type.String(),
      firstname: Type.String(),
      middlename: Type.String(),
      position: orNull(Type.String()),
    }),
    administrator: Type.Boolean(),
    groups: Type.Array(Type.Object({ id: Uuid, namespace: Type.String(), code: Type.String(), name: Type.String() })),
  }),
  handle: async (_request, { caller, people }) => ({ ...(await people.me(caller)) }),
})

const changePassword = operation({
  name: 'changePassword',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/me/password',
  summary: 'Change your own password',
  description:
    'Ends all other sessions of the user. A wrong `current` counts as a failed sign-in. A user without a password ' +
    'gets the first one from an administrator.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ current: Type.String({ maxLength: 128 }), password: Password }),
  result: Nothing,
  errors: [passwordWrong, passwordTooWeak, tooManyAttempts, signInBusy, userNotFound],
  handle: async ({ input, address }, { caller, people }) => {
    await people.passwords.change(caller, { ...input, address })
    return {}
  },
})

const listSessions = operation({
  name: 'listSessions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/me/sessions',
  summary: 'List your own sessions',
  description: 'Returns the sessions of the caller that have not ended, newest first.',
  right: 'user',
  params: NoParams,
  result: listResult(SessionView),
  handle: async (_request, { caller, people }) => {
    const sessions = await people.sessions.list(caller)
    return listOf(sessions, sessions.length)
  },
})

const endSession = operation({
  name: 'endSession',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/me/sessions/{id}',
  summary: 'End one of your own sessions',
  description: 'Every node refuses the ended session within a second.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [sessionNotFound],
  handle: async ({ params }, { caller, people }) => {
    await people.sessions.end(caller, params.id)
    return {}
  },
})

const setPassword = operation({
  name: 'setPassword',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/users/{id}/password',
  summary: 'Set the password of a user',
  description: 'Ends all sessions of the user, and unlocks a login that failed too often.',
  right: 'administrator',
  params: IdParams,
  input: Type.Object({ password: Password }),
  result: Nothing,
  errors: [userNotFound, passwordTooWeak, signInBusy],
  handle: async ({ params, input }, { caller, people }) => {
    await people.passwords.set(caller, params.id, input.password)
    return {}
  },
})

const endUserSessions = operation({
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

/** Operations of the management API on sessions and passwords. */
export const signInOperations: readonly Operation<Context>[] = [
  signIn,
  signInByLink,
  acceptInvitation,
  setUp,
  signOut,
  getMe,
  changePassword,
  listSessions,
  endSession,
  setPassword,
  endUserSessions,
]
