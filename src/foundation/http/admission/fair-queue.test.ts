import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

const all = (): boolean => true

function filled(...entries: readonly string[]) {
  const queue = createFairQueue<string>()
  for (const entry of entries) queue.add(entry[0]!, entry)
  return queue
}

it('serves the callers in turn, and each caller in FIFO order', () => {
  const queue = filled('a1', 'a2', 'a3', 'b1', 'c1', 'b2')
  const taken = Array.from({ length: 7 }, () => queue.take(all))
  assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  assert.equal(queue.size, 0)
})

it('passes over callers that may not run', () => {
  const queue = filled('a1', 'b1')
  assert.equal(
    queue.take((caller) => caller !== 'a'),
    'b1',
  )
  assert.equal(
    queue.take((caller) => caller !== 'a'),
    undefined,
  )
  assert.equal(queue.take(all), 'a1')
})

it('displaces the newest entry of the caller with the most, for a caller with at least two fewer', () => {
  const queue = filled('a1', 'a2', 'a3', 'b1', 'b2')
  assert.equal(queue.displaceFor('b'), undefined)
  assert.equal(queue.displaceFor('a'), undefined)
  assert.equal(queue.displaceFor('c'), 'a3')
  assert.equal(queue.size, 4)
})

it('removes an entry once', () => {
  const queue = filled('a1', 'a2')
  assert.equal(queue.remove('a', 'a1'), true)
  assert.equal(queue.remove('a', 'a1'), false)
  assert.equal(queue.take(all), 'a2')
})

it('removes the first entries of every caller while they are wanted', () => {
  const queue = filled('a1', 'b2', 'a2', 'a1')
  assert.deepEqual(
    queue.takeFirstWhile((entry) => entry.endsWith('1')),
    ['a1'],
  )
  assert.equal(queue.size, 3)
  assert.equal(queue.take(all), 'a2')
})
