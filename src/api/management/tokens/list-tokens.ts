import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

const TokenView = Type.Object({
  id: Uuid,
  name: Type.String(),
  userId: Uuid,
  login: Type.String(),
  createdAt: Time,
  expiresAt: orNull(Time),
  revokedAt: orNull(Time),
  lastUsedAt: orNull(Time),
})

export const listTokens = operation({
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
