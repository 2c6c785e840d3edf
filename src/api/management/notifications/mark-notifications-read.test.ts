import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { notifications, userWithTasks, waitForNotifications } from './notifications.fixture.ts'

const server = useServer()
const read = `${notifications}/read`

it('marks some notifications, or all', async () => {
  const { call, notifications: all } = await userWithTasks(server, 3)
  const mark = async (body?: object): Promise<number> => {
    const answer = await call('POST', read, body)
    assertDone(answer)
    return answer.body.marked
  }
  const ids = [all[0].__id]
  assert.deepEqual([await mark({ ids }), await mark({ ids }), await mark(), await mark()], [1, 0, 2, 0])
  for (const { readAt } of await waitForNotifications(call, 3)) assert.equal(typeof readAt, 'string')
})

it('ignores the notifications of other users, also for administrators', async () => {
  const { call, notifications: all } = await userWithTasks(server, 1)
  const marked = await server.call('POST', read, { ids: [all[0].__id] })
  assertDone(marked)
  assert.equal(marked.body.marked, 0)
  assert.equal((await waitForNotifications(call, 1))[0].readAt, null)
})

it('refuses wrong ids and unknown keys', async () => {
  for (const body of [{ ids: [] }, { ids: ['x'] }, { all: true }])
    assert.equal((await server.call('POST', read, body)).status, 400)
})
