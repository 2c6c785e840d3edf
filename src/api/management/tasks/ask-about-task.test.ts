import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks, viewOf } from './tasks.fixture.ts'

const server = useServer()

it('a question appears in the list of the person who was asked, until it is answered', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const { id } = await aTask(server, server.call, anna.id)
  assertDone(await anna.call('POST', `${tasks}/${id}/ask`, { userId: boris.id, question: 'Is it paid?' }))
  const listed = async () => (await boris.call('GET', tasks)).body.result.result.map(({ id }: { id: string }) => id)
  assert.deepEqual(await listed(), [id])
  assertRefused(await anna.call('POST', `${tasks}/${id}/answer`, { answer: 'yes' }), 409, 'task.not_asked', /./)
  assertDone(await boris.call('POST', `${tasks}/${id}/answer`, { answer: 'yes' }))
  assert.deepEqual(await listed(), [])
  const { history } = await viewOf(anna.call, id)
  assert.deepEqual([history.at(-1).by, history.at(-1).details], [boris.id, { answer: 'yes' }])
})
