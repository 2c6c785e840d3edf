import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, tasks } from './tasks.fixture.ts'

const server = useServer()

it('several tasks are completed by one request, with a result for each', async () => {
  const anna = await server.user()
  const open = async (more: Body = {}) => (await aTask(server, server.call, anna.id, more)).id
  const ids = [await open({ amount: '1' }), await open(), await open({ amount: '2' })]
  const some = await anna.call('POST', `${tasks}/complete`, { ids, exit: 'accept' })
  assertRefused(some, 422, 'task.some_failed', /1 of 3/)
  assert.deepEqual(
    some.body.items.map(({ id, code }: Body) => [id, code]),
    [
      [ids[0], undefined],
      [ids[1], 'task.wrong_values'],
      [ids[2], undefined],
    ],
  )
  const all = await anna.call('POST', `${tasks}/complete`, { ids: [ids[1]], exit: 'accept', context: { amount: '3' } })
  assertDone(all)
  assert.deepEqual(
    all.body.items.map(({ id }: Body) => id),
    [ids[1]],
  )
  const input = { ids: [], exit: 'accept' }
  assertRefused(await anna.call('POST', `${tasks}/complete`, input), 400, 'input.wrong', /ids/)
})
