import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks } from './tasks.fixture.ts'

const server = useServer()

const counts = async (call: Call): Promise<unknown> => {
  const answer = await call('GET', `${tasks}/counts`)
  assertDone(answer)
  const { success: _, error: __, ...numbers } = answer.body
  return numbers
}

it('counts the tasks of each tab, which the list then shows', async () => {
  const [anna, ivan] = [await server.user(), await server.user()]
  const none = { mine: 0, queue: 0, overdue: 0, waiting: 0, done: 0 }
  assert.deepEqual(await counts(anna.call), none)
  const { id } = await aTask(server, ivan.call, anna.id)
  assert.deepEqual(await counts(anna.call), { ...none, mine: 1 })
  assert.deepEqual(await counts(ivan.call), { ...none, waiting: 1 })
  for (const [call, tab] of [
    [anna.call, 'mine'],
    [ivan.call, 'waiting'],
  ] as const) {
    const list = await call('GET', `${tasks}?tab=${tab}`)
    assert.deepEqual(
      list.body.result.result.map((task: { id: string }) => task.id),
      [id],
    )
  }
  assertRefused(await anna.call('GET', `${tasks}?tab=all`), 400, 'input.wrong', /tab/)
  assertRefused(await anna.call('GET', `${tasks}?tab=mine&state=open`), 400, 'input.wrong', /"tab"/)
})
