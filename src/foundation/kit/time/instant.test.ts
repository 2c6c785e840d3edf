import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readInstant } from './instant.ts'
import { isSchedule } from './schedule.ts'

const berlin = (text: string): string | undefined => readInstant(text, 'Europe/Berlin')?.toISOString()

describe('the instant of a date, or of a date and time', () => {
  it('counts dates and local times in the time zone of the process', () => {
    assert.equal(berlin('2026-05-01'), '2026-04-30T22:00:00.000Z')
    assert.equal(berlin('2026-05-01T10:00'), '2026-05-01T08:00:00.000Z')
    assert.equal(berlin('2026-05-01T10:00:00.1234567899'), '2026-05-01T08:00:00.123Z')
    assert.equal(berlin('2026-12-01T10:00:00'), '2026-12-01T09:00:00.000Z')
    assert.equal(berlin('2026-12-01T24:00:00'), '2026-12-01T23:00:00.000Z')
  })

  it('has the zone that the text names', () => {
    assert.equal(berlin('2026-05-01T10:00:00Z'), '2026-05-01T10:00:00.000Z')
    assert.equal(berlin('2026-05-01T24:00:00Z'), '2026-05-02T00:00:00.000Z')
    assert.equal(berlin('2026-05-01T10:00:00+05:30'), '2026-05-01T04:30:00.000Z')
    assert.equal(berlin('2026-05-01T10:00:00-00:00:30'), '2026-05-01T10:00:30.000Z')
    assert.equal(berlin('2026-05-01T10:00:00@UTC'), '2026-05-01T10:00:00.000Z')
    assert.equal(berlin('2026-05-01T10:00:00@America/Argentina/Buenos_Aires'), '2026-05-01T13:00:00.000Z')
    assert.equal(berlin('2026-05-01T10:00:00@Etc/GMT+3'), '2026-05-01T13:00:00.000Z')
  })

  it('is undefined for any other text', () => {
    for (const text of [
      '',
      'now',
      '10:00:00',
      '2026-02-30',
      '2026-05-01T25:00:00Z',
      '2026-05-01T10:00:00@Nowhere',
      'P1D',
    ])
      assert.equal(berlin(text), undefined, text)
  })

  it('is a constant for timers also without a time zone', () => {
    assert.equal(isSchedule('date', '2026-05-01T10:00:00'), true)
    assert.equal(isSchedule('cycle', 'R3/2026-05-01T10:00:00@Europe/Berlin/PT1H'), true)
    assert.equal(isSchedule('duration', '-PT1H'), false)
  })
})
