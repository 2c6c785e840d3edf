import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { aGroup, groups, names } from './groups.fixture.ts'

const server = useServer()

it('removes members and answers with those that were in the group', async () => {
  const [one, other] = [await server.user(), await server.user()]
  const id = await aGroup(server.call, `Smaller ${newId()}`, [one.id])
  const answer = await server.call('POST', `${groups}/${id}/remove-items`, [one.id, other.id])
  assertDone(answer)
  assert.deepEqual(answer.body.removedItemIds, [one.id])
  assert.deepEqual(await names(server.call, `${groups}/${id}/users`), [])
})
