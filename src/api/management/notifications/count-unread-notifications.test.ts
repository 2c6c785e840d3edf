import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { notifications, userWithTasks } from './notifications.fixture.ts'

const server = useServer()

it('counts the notifications that the caller has not read', async () => {
  const { call, notifications: all } = await userWithTasks(server, 2)
  const count = async (): Promise<number> => {
    const answer = await call('GET', `${notifications}/unread-count`)
    assertDone(answer)
    return answer.body.count
  }
  assert.equal(await count(), 2)
  assertDone(await call('POST', `${notifications}/read`, { ids: [all[0].__id] }))
  assert.equal(await count(), 1)
})
