import assert from 'node:assert/strict'
import { it } from 'node:test'
import { limitConcurrency } from './concurrency-limit.ts'

it('tasks run up to the limit, more wait in FIFO order, and further ones are refused', async () => {
  const limited = limitConcurrency({ running: 2, waiting: 2 }, () => new Error('too many'))
  const ends: (() => void)[] = []
  const begun: number[] = []
  const works = [0, 1, 2, 3].map((work) =>
    limited(() => {
      begun.push(work)
      return new Promise<void>((end) => ends.push(end))
    }),
  )
  await assert.rejects(
    limited(async () => {}),
    /too many/,
  )
  assert.deepEqual(begun, [0, 1])
  ends[0]!()
  await works[0]
  await Promise.resolve()
  assert.deepEqual(begun, [0, 1, 2])
  for (let next = 1; next < works.length; next++) {
    ends[next]!()
    await works[next]
  }
  assert.deepEqual(begun, [0, 1, 2, 3])
})

it('a task that fails frees its place like any other', async () => {
  const limited = limitConcurrency({ running: 1, waiting: 0 }, () => new Error('too many'))
  await assert.rejects(
    limited(() => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await limited(async () => 'done'), 'done')
})
