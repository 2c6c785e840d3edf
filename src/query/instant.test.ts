import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantAt, readInstant } from './instant.ts'

test('a moment is written in UTC without Z, its fraction without zeros at the end', () => {
  assert.equal(readInstant('2026-05-01'), '2026-05-01T00:00:00')
  assert.equal(readInstant('2026-05-01T08:30Z'), '2026-05-01T08:30:00')
  assert.equal(readInstant('2026-05-01T08:30:15.120Z'), '2026-05-01T08:30:15.12')
  assert.equal(readInstant('2026-05-01T08:30:15.000000001Z'), '2026-05-01T08:30:15.000000001')
  assert.equal(readInstant('2026-05-01t02:00:00+03:00'), '2026-04-30T23:00:00')
  assert.equal(readInstant('0001-01-01T00:00:00Z'), '0001-01-01T00:00:00')
})

test('what the calendar does not have is no moment', () => {
  for (const text of [
    '2026-02-30',
    '2026-13-01',
    '2026-05-01T24:00:00Z',
    '0000-01-01',
    'soon',
    '',
    '0001-01-01T00:00:00+03:00',
  ]) {
    assert.equal(readInstant(text), undefined, text)
  }
})

test('a zone moves a moment, also where its clocks change', () => {
  assert.equal(instantAt([2026], 'UTC'), '2026-01-01T00:00:00Z')
  assert.equal(instantAt([2026, 3, 29, 1, 30], 'Europe/Berlin'), '2026-03-29T00:30:00Z')
  assert.equal(instantAt([2026, 3, 29, 3, 30], 'Europe/Berlin'), '2026-03-29T01:30:00Z')
  assert.equal(instantAt([99, 12, 31], 'UTC'), '0099-12-31T00:00:00Z')
})

test('fractions, negative numbers and unknown zones make no moment', () => {
  for (const numbers of [[2026.5], [2026, -1], [2026, 1, 1, 0, -5], [], [10_000]]) {
    assert.equal(instantAt(numbers, 'UTC'), undefined)
  }
  assert.equal(instantAt([2026], 'Nowhere/Land'), undefined)
})
