import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ticks } from './scale.ts'

it('the lines of a chart begin at 0, have round values, and reach above the highest value', () => {
  assert.deepEqual(ticks(7, true), [0, 2, 4, 6, 8])
  assert.deepEqual(ticks(40, true), [0, 10, 20, 30, 40])
  assert.deepEqual(ticks(0.3, false), [0, 0.1, 0.2, 0.3])
  assert.deepEqual(ticks(2, true), [0, 1, 2])
  assert.deepEqual(ticks(2, false), [0, 0.5, 1, 1.5, 2])
  assert.deepEqual(ticks(0, true), [0, 1])
})
