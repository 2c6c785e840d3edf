import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastDay, overlap, periodOf } from './period.ts'

const now = new Date(2026, 10, 20, 15, 30).getTime()
const at = (month: number, day: number, hour = 0) => new Date(2026, month - 1, day, hour).toISOString()

describe('the period of a substitution', () => {
  it('begins with its first day and ends after its last day', () => {
    assert.deepEqual(periodOf({ from: '2026-11-23', until: '2026-12-04' }, now), { from: at(11, 23), until: at(12, 5) })
  })

  it('begins now when the first day is today, is over or is not given', () => {
    for (const from of ['2026-11-20', '2026-11-01', '']) assert.deepEqual(periodOf({ from, until: '' }, now), {})
  })

  it('ends on the last day of a month', () => {
    assert.deepEqual(periodOf({ from: '', until: '2026-11-30' }, now), { until: at(12, 1) })
  })

  it('shows the day before midnight as its last day, and any other end as it is', () => {
    assert.equal(new Date(lastDay(at(12, 5))).getDate(), 4)
    assert.equal(lastDay(at(12, 5, 9)), at(12, 5, 9))
  })

  it('overlaps with a period that has a moment in common with it, and without a first day it begins now', () => {
    const later = { from: at(12, 1), until: at(12, 5) }
    assert.ok(overlap({}, later, now))
    assert.ok(overlap({ from: at(12, 4) }, later, now))
    assert.ok(overlap({ until: at(12, 2) }, { ...later, until: null }, now))
    assert.ok(!overlap({ until: at(12, 1) }, later, now))
    assert.ok(!overlap({ from: at(12, 5) }, later, now))
    assert.ok(!overlap({}, { from: at(11, 1), until: at(11, 19) }, now))
  })
})
