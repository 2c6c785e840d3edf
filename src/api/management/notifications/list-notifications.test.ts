import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { notifications, userWithTasks } from './notifications.fixture.ts'

const server = useServer()

it('lists the notifications of the caller, and of nobody else', async () => {
  const { tasks, notifications: own, id } = await userWithTasks(server, 1)
  const [{ __id, createdAt, text, ...notification }] = own as [Record<string, string>]
  assert.deepEqual(notification, {
    id: __id,
    kind: 'task',
    event: 'task.new',
    title: 'New task: Check contract',
    about: { type: 'task', id: tasks[0] },
    by: null,
    readAt: null,
  })
  assert.match(text!, /^Process: .+\nDue: /)
  assert.ok(!Number.isNaN(Date.parse(createdAt!)))
  const others = await server.call('GET', `${notifications}?ids=${__id}`)
  assertDone(others)
  assert.equal(others.body.result.total, 0, id)
})

it('filters by kind and state, sorts, pages and projects like other lists', async () => {
  const { call, notifications: all } = await userWithTasks(server, 3)
  const ids = async (query: string): Promise<string[]> => {
    const answer = await call('GET', `${notifications}?${query}`)
    assertDone(answer)
    return answer.body.result.result.map(({ __id }: { __id: string }) => __id)
  }
  const newest = all.map(({ __id }) => __id)
  assertDone(await call('POST', `${notifications}/read`, { ids: [newest[1]] }))
  assert.deepEqual(await ids('unread=true'), [newest[0], newest[2]])
  assert.deepEqual(await ids('unread=false'), [newest[1]])
  assert.deepEqual(await ids('kind=task&from=1&size=1'), [newest[1]])
  assert.deepEqual(await ids('kind=import'), [])
  const oldest = encodeURIComponent(JSON.stringify([{ field: 'createdAt', ascending: true }]))
  assert.equal((await ids(`sortExpressions=${oldest}`)).length, 3)
  const filter = encodeURIComponent(JSON.stringify({ tf: { title: 'Check' } }))
  assert.equal((await ids(`filter=${filter}`)).length, 3)
  const unknown = encodeURIComponent(JSON.stringify({ tf: { user_id: 'x' } }))
  assertRefused(await call('GET', `${notifications}?filter=${unknown}`), 400, 'query.unknown_field', /user_id/)
  assert.equal((await call('GET', `${notifications}?kind=none`)).status, 400)
})
