import assert from 'node:assert/strict'
import { it } from 'node:test'
import { lastTime } from './schedule.ts'

const last = (at: string, zone: string, now: string) => new Date(lastTime(at, zone, Date.parse(now))).toISOString()

it('the nightly backup is due at its time in the time zone of the installation', () => {
  assert.equal(last('02:30', 'Europe/Moscow', '2026-11-22T00:00:00Z'), '2026-11-21T23:30:00.000Z')
  assert.equal(last('02:30', 'Europe/Moscow', '2026-11-21T23:29:59Z'), '2026-11-20T23:30:00.000Z')
})

it('the nightly backup is due once on days when clocks change', () => {
  // In the night to 29 March 2026, 02:30 does not exist in Berlin; it is 03:30 then.
  assert.equal(last('02:30', 'Europe/Berlin', '2026-03-29T12:00:00Z'), '2026-03-29T01:30:00.000Z')
  assert.equal(last('02:30', 'Europe/Berlin', '2026-10-25T12:00:00Z'), '2026-10-25T00:30:00.000Z')
})
