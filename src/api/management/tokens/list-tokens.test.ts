import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('shows a user only their own tokens, without the secret', async () => {
  const { id, call } = await server.user()
  const list = await call('GET', '/api/v1/tokens')
  assertDone(list)
  const [token, ...others] = list.body.result.result
  assert.deepEqual([token.userId, token.revokedAt, 'hash' in token, others], [id, null, false, []])
})
