import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { tokenNotFound, userNotFound } from '../../../people/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, listResult, NoParams, Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'

const TokenInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'Purpose of the token, shown in lists.' }),
  login: Type.Optional(Type.String({ maxLength: 200, description: 'Login of the owner; the caller by default.' })),
  expiresAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'Time at which the token expires; never by default.' }),
  ),
})

const createToken = operation({
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

const TokenView = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    userId: Uuid,
    login: Type.String(),
    createdAt: Time,
    expiresAt: orNull(Time),
    revokedAt: orNull(Time),
    lastUsedAt: orNull(Time),
  },
  { title: 'Token' },
)

const listTokens = operation({
  name: 'listTokens',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/tokens',
  summary: 'List API tokens',
  description:
    'Returns tokens newest first, at most 10,000. Administrators see the tokens of all users, other users their ' +
    'own. The secret of a token is never returned.',
  right: 'user',
  params: NoParams,
  result: listResult(TokenView),
  errors: [],
  handle: async (_request, { caller, people }) => {
    const tokens = await people.listTokens(caller)
    return listOf(tokens, tokens.length)
  },
})

const revokeToken = operation({
  name: 'revokeToken',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/tokens/{id}',
  summary: 'Revoke an API token',
  description:
    'Every node refuses the revoked token within a second. Administrators can revoke any token, other users their ' +
    'own.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [tokenNotFound],
  handle: async ({ params }, { caller, people }) => {
    await people.revokeToken(caller, params.id)
    return {}
  },
})

/** Operations of the management API on tokens. */
export const tokenOperations: readonly Operation<Context>[] = [createToken, listTokens, revokeToken]
