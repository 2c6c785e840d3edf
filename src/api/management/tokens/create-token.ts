import { Type } from 'typebox'
import { userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

const TokenInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Purpose of the token, shown in lists.' }),
  login: Type.Optional(Type.String({ maxLength: 200, description: 'Login of the owner; the caller by default.' })),
  expiresAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'Time at which the token expires; never by default.' }),
  ),
})

export const createToken = operation({
  name: 'createToken',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tokens',
  summary: 'Create an API token',
  description:
    'Creates the token for the user with `login`, or for the caller when `login` is omitted. The response is the ' +
    'only time the token is shown; the server stores only its hash.',
  right: 'administrator',
  params: NoParams,
  input: TokenInput,
  result: Type.Object({ id: Uuid, token: Type.String() }),
  errors: [userNotFound],
  handle: ({ input }, { caller, people }) => people.createToken(caller, input),
})
