import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime, parseTime, timeMs, utcTime } from './rfc3339.ts'

const inUtc = (text: string): string | undefined => {
  const written = parseTime(text)
  return written && utcTime(written)
}

test('a time is formatted in UTC, its fraction without trailing zeros', () => {
  for (const [text, utc] of [
    ['2026-05-01', '2026-05-01T00:00:00Z'],
    ['2026-05-01T08:30Z', '2026-05-01T08:30:00Z'],
    ['2026-05-01 08:30:00', '2026-05-01T08:30:00Z'],
    ['2026-05-01T08:30:15.120Z', '2026-05-01T08:30:15.12Z'],
    ['2026-05-01T08:30:15,5z', '2026-05-01T08:30:15.5Z'],
    ['2026-05-01T08:30:15.000000001Z', '2026-05-01T08:30:15.000000001Z'],
    ['2026-05-01t02:00:00+03:00', '2026-04-30T23:00:00Z'],
    ['2026-05-01T02:00:00+0300', '2026-04-30T23:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['0099-12-31T23:30:00-00:30', '0100-01-01T00:00:00Z'],
  ] as const) {
    assert.equal(inUtc(text), utc, text)
  }
})

test('a text that is not a time of the calendar is refused', () => {
  for (const text of [
    '2026-02-30',
    '2026-13-01',
    '2026-05-01T24:00:00Z',
    '2026-05-01T08:60:00Z',
    '2026-05-01T08:00:60Z',
    '2026-05-01T08:30:00+24:00',
    '2026-05-01T08:30:00.1234567890Z',
    '2026-05-01Z',
    ' 2026-05-01',
    '0000-01-01',
    '10000-01-01',
    '0001-01-01T00:00:00+03:00',
    '9999-12-31T23:00:00-03:00',
    'soon',
    '',
  ]) {
    assert.equal(inUtc(text), undefined, text)
    assert.equal(timeMs(text), undefined, text)
  }
})

test('milliseconds and text are converted into each other', () => {
  assert.equal(timeMs('2026-05-01T02:00:00.250+03:00'), Date.UTC(2026, 3, 30, 23, 0, 0, 250))
  assert.equal(formatTime(Date.UTC(2026, 4, 1, 8, 30, 0, 250)), '2026-05-01T08:30:00.25Z')
  assert.equal(formatTime(Date.UTC(2026, 4, 1, 8, 30, 10)), '2026-05-01T08:30:10Z')
  assert.equal(formatTime(Date.UTC(10_000, 0, 1)), undefined)
  assert.equal(formatTime(Number.NaN), undefined)
})
