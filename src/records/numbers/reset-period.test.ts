import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayAt, endless, periodOf, type ResetSettings } from './reset-period.ts'

const period = (day: string, resetPeriod: ResetSettings['resetPeriod'], resetPeriodCount = 1, nextResetAt?: string) =>
  periodOf(day, { resetPeriod, resetPeriodCount, nextResetAt }, 'Europe/Moscow')

describe('the period of a counter', () => {
  it('begins with the year, the month, the week or the day', () => {
    assert.equal(period('2026-12-31', 'year'), '2026-01-01')
    assert.equal(period('2027-01-01', 'year'), '2027-01-01')
    assert.equal(period('2026-05-31', 'month'), '2026-05-01')
    assert.equal(period('2026-11-22', 'week'), '2026-11-16')
    assert.equal(period('2026-11-23', 'week'), '2026-11-23')
    assert.equal(period('2026-11-22', 'day'), '2026-11-22')
    assert.equal(period('1999-12-31', 'year'), '1999-01-01')
    assert.equal(period('1999-06-15', 'month'), '1999-06-01')
  })

  it('lasts several units', () => {
    assert.equal(period('2026-08-01', 'month', 3), '2026-07-01')
    assert.equal(period('2000-06-01', 'year', 5), '1996-01-01')
  })

  it('is counted from nextResetAt in the time zone of the organisation', () => {
    assert.equal(period('2026-08-31', 'year', 1, '2026-08-31T21:00:00Z'), '2025-09-01')
    assert.equal(period('2026-09-01', 'year', 1, '2026-08-31T21:00:00Z'), '2026-09-01')
  })

  it('never ends without a reset', () => assert.equal(periodOf('2026-01-01', undefined, 'UTC'), endless))

  it('depends on the day in the time zone', () => {
    assert.equal(dayAt(Date.parse('2026-12-31T22:00:00Z'), 'Europe/Moscow'), '2027-01-01')
  })
})
