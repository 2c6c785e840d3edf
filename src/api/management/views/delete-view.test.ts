import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aView, seen, views } from './views.fixture.ts'

const server = useServer()

it('removes an own view, and no view of another user', async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const { id } = await aView(owner.call)
  assertRefused(await other.call('DELETE', `${views}/${id}`), 404, 'view.not_found', /not found/)
  assertDone(await owner.call('DELETE', `${views}/${id}`))
  assert.deepEqual(await seen(owner.call), [])
  assertRefused(await owner.call('DELETE', `${views}/${id}`), 404, 'view.not_found', /not found/)
})
