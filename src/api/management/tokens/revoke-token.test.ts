import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('revokes a token at once', async () => {
  const created = await server.call('POST', '/api/v1/tokens', { name: 'to be revoked' })
  assertDone(created)
  const { id, token } = created.body
  assertDone(await server.as(token)('GET', '/api/v1/me'))
  assertDone(await server.call('DELETE', `/api/v1/tokens/${id}`))
  assertRefused(await server.as(token)('GET', '/api/v1/me'), 401, 'auth.required', /not valid/)
})

it("does not find another user's token", async () => {
  const created = await server.call('POST', '/api/v1/tokens', { name: 'of the administrator' })
  assertDone(created)
  const { call } = await server.user()
  assertRefused(await call('DELETE', `/api/v1/tokens/${created.body.id}`), 404, 'token.not_found', /no such token/)
})
