import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { lastAdministrator, loginTaken, userNotFound } from '../../../people/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Name = Type.String({ maxLength: 200 })
const UserInput = Type.Object({
  login: Type.String({ minLength: 1, maxLength: 200 }),
  email: Type.Optional(Type.String({ maxLength: 320 })),
  lastname: Type.Optional(Name),
  firstname: Type.Optional(Name),
  middlename: Type.Optional(Name),
  position: Type.Optional(Name),
  administrator: Type.Optional(Type.Boolean()),
})

const createUser = operation({
  name: 'createUser',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/users',
  summary: 'Create a user',
  description:
    'Creates a user without a password. The user can sign in after an invitation or after an administrator has set a password.',
  right: 'administrator',
  params: NoParams,
  input: UserInput,
  result: Type.Object({ id: Uuid }),
  errors: [loginTaken],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, people }) => ({ id: await people.createUser(caller, input) }),
})

const UserChange = Type.Object({
  login: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  email: Type.Optional(orNull(Type.String({ maxLength: 320 }))),
  lastname: Type.Optional(Name),
  firstname: Type.Optional(Name),
  middlename: Type.Optional(Name),
  position: Type.Optional(orNull(Name)),
  administrator: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.Enum(['invited', 'active', 'blocked'])),
})

const changeUser = operation({
  name: 'changeUser',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/users/{id}',
  summary: 'Update a user',
  description:
    'Changes only the given fields. When a user is blocked or stops being an administrator, every node refuses the ' +
    'user within a second. Tokens of a blocked user work again when the user is active again.',
  right: 'administrator',
  params: IdParams,
  input: UserChange,
  result: Nothing,
  errors: [userNotFound, loginTaken, lastAdministrator],
  handle: async ({ params, input }, { caller, people }) => {
    await people.changeUser(caller, params.id, input)
    return {}
  },
})

const blockUser = operation({
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

const inviteUser = operation({
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

/** Operations of the management API on users. */
export const userOperations: readonly Operation<Context>[] = [createUser, changeUser, blockUser, inviteUser]
