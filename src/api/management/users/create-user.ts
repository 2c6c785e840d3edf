import { Type } from 'typebox'
import { loginTaken } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

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

export const createUser = operation({
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
