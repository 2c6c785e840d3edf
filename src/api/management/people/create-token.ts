import { Type } from 'typebox'
import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

const TokenInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  login: Type.Optional(Type.String({ maxLength: 200 })),
  expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
})

export const createToken = operation({
  name: 'createToken',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tokens',
  summary: 'Create an API token',
  description: 'For the user with `login`, else for the caller. The token is shown this once; only its hash is kept.',
  right: 'administrator',
  params: NoParams,
  input: TokenInput,
  result: Type.Object({ id: Uuid, token: Type.String() }),
  errors: [userNotFound],
  handle: ({ input }, { caller, people }) => people.createToken(caller, input),
})
