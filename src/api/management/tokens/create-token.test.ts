import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

it('creates a token that acts for its user until it expires', async () => {
  const { login, id } = await server.user()
  const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString()
  const created = await server.call('POST', '/api/v1/tokens', { name: 'for an hour', login, expiresAt })
  assertDone(created)
  const me = await server.as(created.body.token)('GET', '/api/v1/me')
  assertDone(me)
  assert.equal(me.body.user.id, id)
})

it('refuses an unknown login and a time in the past', async () => {
  const create = (input: object) => server.call('POST', '/api/v1/tokens', { name: 'x', ...input })
  assertRefused(await create({ login: newId() }), 404, 'user.not_found', /./)
  assertRefused(await create({ expiresAt: '2001-01-01T00:00:00Z' }), 400, 'input.wrong', /is in the past/)
})
