import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reasonsFirst } from './reasons-first.ts'

it('what an instance really waits for stands before the steps that only contain it', () => {
  const waits = ['inside', 'branches', 'task', 'timer'].map((kind) => ({ kind }))
  assert.deepEqual(
    reasonsFirst(waits).map(({ kind }) => kind),
    ['task', 'timer', 'inside', 'branches'],
  )
})
