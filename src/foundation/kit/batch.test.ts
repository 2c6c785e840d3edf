import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createBatchByKey } from './batch.ts'
import { errorKind } from './errors.ts'

const busy = errorKind('test.busy', 503, 'Busy.')

it('collects the items of one key while a run is in progress, and runs other keys beside it', async () => {
  const runs: string[][] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const add = createBatchByKey<string, string>(
    async (items) => {
      runs.push([...items])
      if (items[0] === 'a1') await gate
      return items.map((item) => item.toUpperCase())
    },
    { maxItems: 2, maxRuns: 1 },
  )
  const first = add('a', 'a1')
  while (runs.length === 0) await setImmediate()
  const later = ['a2', 'a3', 'a4'].map((item) => add('a', item))
  assert.equal(await add('b', 'b1'), 'B1')
  open()
  assert.deepEqual(await Promise.all([first, ...later]), ['A1', 'A2', 'A3', 'A4'])
  assert.deepEqual(runs, [['a1'], ['b1'], ['a2', 'a3'], ['a4']])
})

it('runs each item alone when a run of several fails, unless the failure concerns all of them', async () => {
  const runs: number[][] = []
  const add = createBatchByKey<number, number>(
    async (items) => {
      runs.push([...items])
      if (items.includes(9)) throw busy('busy')
      if (items.includes(2)) throw new Error('two is refused')
      return items
    },
    { maxItems: 8, maxRuns: 1 },
  )
  const results = await Promise.allSettled([1, 2, 3].map((item) => add('a', item)))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(runs, [[1, 2, 3], [1], [2], [3]])
  const busyResults = await Promise.allSettled([8, 9].map((item) => add('a', item)))
  assert.deepEqual(
    busyResults.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(runs.slice(4), [[8, 9]])
})
