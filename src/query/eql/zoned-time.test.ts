import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zonedTime } from './zoned-time.ts'

test('a zone shifts a moment, also near its clock changes', () => {
  assert.equal(zonedTime([2026], 'UTC'), '2026-01-01T00:00:00Z')
  assert.equal(zonedTime([2026, 5, 1, 2], '+03:00'), '2026-04-30T23:00:00Z')
  assert.equal(zonedTime([2026, 3, 29, 1, 30], 'Europe/Berlin'), '2026-03-29T00:30:00Z')
  assert.equal(zonedTime([2026, 3, 29, 3, 30], 'Europe/Berlin'), '2026-03-29T01:30:00Z')
  assert.equal(zonedTime([99, 12, 31], 'UTC'), '0099-12-31T00:00:00Z')
})

test('fractions, negative numbers, days outside the calendar and unknown zones give no moment', () => {
  for (const numbers of [[2026.5], [2026, -1], [2026, 1, 1, 0, -5], [], [10_000], [2026, 2, 30], [2026, 1, 1, 24]]) {
    assert.equal(zonedTime(numbers, 'UTC'), undefined)
  }
  assert.equal(zonedTime([2026], 'Nowhere/Land'), undefined)
})
