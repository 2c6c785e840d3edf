import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks, viewOf } from './tasks.fixture.ts'

const server = useServer()

it('gives a task to another user with a reason', async () => {
  const [anna, boris] = [await server.user(), await server.user()]
  const { id } = await aTask(server, server.call, anna.id)
  const path = `${tasks}/${id}/reassign`
  assertRefused(await anna.call('POST', path, { userId: boris.id }), 400, 'input.wrong', /reason/)
  const unknown = { userId: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', reason: 'r' }
  assertRefused(await anna.call('POST', path, unknown), 400, 'task.wrong_user', /no active user/)
  assertDone(await server.call('POST', `/api/v1/users/${boris.id}/block`))
  const blocked = { userId: boris.id, reason: 'r' }
  assertRefused(await anna.call('POST', path, blocked), 400, 'task.wrong_user', /no active user/)
  const clara = await server.user()
  const misspelt = { userId: `${clara.login}x`, reason: 'r' }
  assertRefused(await anna.call('POST', path, misspelt), 400, 'task.wrong_user', /no active user with the id or login/)
  const answer = await anna.call('POST', path, { userId: clara.login.toUpperCase(), reason: 'holiday' })
  assertDone(answer)
  assert.equal(answer.body.task.assignee, clara.id)
  assert.equal(answer.body.task.names[clara.id], clara.login)
  assert.equal((await viewOf(clara.call, id)).history.at(-1).details.reason, 'holiday')
})
