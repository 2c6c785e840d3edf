import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks, viewOf } from './tasks.fixture.ts'

const server = useServer()

it('a delegate returns the task with a suggestion, and its owner completes it', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const { id } = await aTask(server, server.call, anna.id)
  const post = (call: typeof anna.call, action: string, input?: object) =>
    call('POST', `${tasks}/${id}/${action}`, input)
  assertRefused(await post(anna.call, 'return'), 409, 'task.not_delegated', /not delegated/)
  assertDone(await post(anna.call, 'delegate', { userId: boris.id, comment: 'your field' }))
  assertRefused(await post(boris.call, 'complete', { exit: 'reject' }), 409, 'task.delegated', /return it to its owner/)
  assertRefused(await post(anna.call, 'complete', { exit: 'reject' }), 409, 'task.delegated', /take it back/)
  assertRefused(await post(boris.call, 'return', { exit: 'x' }), 400, 'task.wrong_exit', /no exit "x"/)
  assertDone(await post(boris.call, 'return', { exit: 'accept', context: { amount: '3' }, comment: 'fine' }))
  const { suggestion, assignee } = await viewOf(anna.call, id)
  assert.equal(assignee, anna.id)
  assert.deepEqual(suggestion, { by: boris.id, exit: 'accept', context: { amount: '3' }, comment: 'fine' })
  assertDone(await post(anna.call, 'complete', { exit: 'accept', context: { amount: '3' } }))
})
