import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mailDueAt } from './due-time.ts'

const due = (
  mail: 'atOnce' | 'hourly' | 'daily' | 'never',
  now: string,
  { timeZone = 'UTC', dailyAt = '09:00' } = {},
) => mailDueAt({ mail, dailyAt, timeZone }, new Date(now))?.toISOString()

describe('a mail with notifications is due', () => {
  it('at once, or never', () => {
    assert.equal(due('atOnce', '2026-03-02T09:20:30.123Z'), '2026-03-02T09:20:30.123Z')
    assert.equal(due('never', '2026-03-02T09:20:30Z'), undefined)
  })

  it('at the next full hour of the user', () => {
    assert.equal(due('hourly', '2026-03-02T09:20:30.123Z'), '2026-03-02T10:00:00.000Z')
    assert.equal(due('hourly', '2026-03-02T10:00:00Z'), '2026-03-02T11:00:00.000Z')
    assert.equal(due('hourly', '2026-03-02T09:20:30Z', { timeZone: 'Asia/Kolkata' }), '2026-03-02T09:30:00.000Z')
  })

  it('at the next time of day in the time zone of the user', () => {
    const moscow = { timeZone: 'Europe/Moscow' }
    assert.equal(due('daily', '2026-03-02T05:59:59Z', moscow), '2026-03-02T06:00:00.000Z')
    assert.equal(due('daily', '2026-03-02T06:00:00Z', moscow), '2026-03-03T06:00:00.000Z')
    assert.equal(due('daily', '2026-03-02T22:00:00Z', { ...moscow, dailyAt: '23:30' }), '2026-03-03T20:30:00.000Z')
  })

  it('at the same time of day when the clocks change, and after the gap when they skip that time', () => {
    const berlin = { timeZone: 'Europe/Berlin' }
    assert.equal(due('daily', '2026-03-28T12:00:00Z', berlin), '2026-03-29T07:00:00.000Z')
    assert.equal(due('daily', '2026-03-28T12:00:00Z', { ...berlin, dailyAt: '02:30' }), '2026-03-29T01:30:00.000Z')
    assert.equal(due('daily', '2026-10-24T12:00:00Z', berlin), '2026-10-25T08:00:00.000Z')
  })
})
