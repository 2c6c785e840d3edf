import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks } from './tasks.fixture.ts'

const server = useServer()

it('the owner of a delegated task takes it back', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const { id } = await aTask(server, server.call, anna.id)
  assertDone(await anna.call('POST', `${tasks}/${id}/delegate`, { userId: boris.id }))
  const back = await anna.call('POST', `${tasks}/${id}/return`)
  assertDone(back)
  assert.deepEqual([back.body.task.assignee, back.body.task.owner], [anna.id, null])
  assertRefused(await boris.call('POST', `${tasks}/${id}/return`), 403, 'task.not_allowed', /./)
})
