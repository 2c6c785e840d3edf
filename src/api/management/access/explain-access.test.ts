import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('returns whether a user has a right, and the reasons', async () => {
  const answer = await server.call('GET', '/api/v1/access/explain?namespace=all&code=things&right=view')
  assertDone(answer)
  assert.equal(answer.body.allowed, true)
})

it('explains the rights of another user to administrators only', async () => {
  const [user, other] = [await server.user(), await server.user()]
  const path = `/api/v1/access/explain?namespace=all&code=things&right=view&userId=${other.id}`
  assertRefused(await user.call('GET', path), 403, 'auth.not_allowed', /./)
  assertDone(await server.call('GET', path))
})
