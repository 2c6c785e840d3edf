import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dueGroupOf } from './due-groups.ts'

describe('the group of a task', () => {
  const now = new Date(2026, 4, 31, 12)
  const groupOf = (...[hour, day = 31]: [hour: number, day?: number]) =>
    dueGroupOf({ dueAt: new Date(2026, 4, day, hour).toISOString() }, now)

  it('is that of its due date', () => {
    assert.deepEqual([groupOf(11), groupOf(13), groupOf(1, 32)], ['overdue', 'today', 'later'])
  })

  it('is the last one without a due date', () => {
    assert.equal(dueGroupOf({ dueAt: null }, now), 'later')
  })
})
