import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodInstants, readOffsets } from './relative-period.ts'

// A Wednesday.
const nowMs = Date.parse('2026-05-13T10:20:30.500Z')

function period(from: string, to: string): string[] {
  const { from: start, before } = periodInstants({ from: readOffsets(from)!, to: readOffsets(to)!, at: 7 }, nowMs)
  return [start, before]
}

test('each unit starts where people expect, and the period ends before the next one', () => {
  assert.deepEqual(period('0h', '0h'), ['2026-05-13T10:00:00', '2026-05-13T11:00:00'])
  assert.deepEqual(period('0d', '0d'), ['2026-05-13T00:00:00', '2026-05-14T00:00:00'])
  assert.deepEqual(period('0w', '0w'), ['2026-05-11T00:00:00', '2026-05-18T00:00:00'])
  assert.deepEqual(period('0m', '0m'), ['2026-05-01T00:00:00', '2026-06-01T00:00:00'])
  assert.deepEqual(period('0q', '0q'), ['2026-04-01T00:00:00', '2026-07-01T00:00:00'])
  assert.deepEqual(period('0y', '0y'), ['2026-01-01T00:00:00', '2027-01-01T00:00:00'])
})

test('offsets count whole units and may have different units', () => {
  assert.deepEqual(period('-7d', '+1m'), ['2026-05-06T00:00:00', '2026-07-01T00:00:00'])
  assert.deepEqual(period('-1q', '-1q'), ['2026-01-01T00:00:00', '2026-04-01T00:00:00'])
  assert.deepEqual(period('-30h', '1W'), ['2026-05-12T04:00:00', '2026-05-25T00:00:00'])
})

test('a Sunday belongs to the week that began on Monday', () => {
  const sunday = Date.parse('2026-05-17T12:00:00Z')
  const week = readOffsets('0w')!
  assert.equal(periodInstants({ from: week, to: week }, sunday).from, '2026-05-11T00:00:00')
})

test('a period outside the years 1 to 9999 is refused', () => {
  assert.throws(() => period('-999999y', '0d'), { code: 'query.wrong_eql' })
  assert.throws(() => period('0d', '999999y'), { code: 'query.wrong_eql' })
})

test('joined offsets are added to the start of the first unit, and the period has the length of the smallest unit', () => {
  assert.deepEqual(period('0y+3q', '0y+3q'), ['2026-10-01T00:00:00', '2027-01-01T00:00:00'])
  assert.deepEqual(period('-1y+1m', '0d'), ['2025-02-01T00:00:00', '2026-05-14T00:00:00'])
  assert.deepEqual(period('0m +9d', '0m +9d +10h'), ['2026-05-10T00:00:00', '2026-05-10T11:00:00'])
  assert.deepEqual(period('0d-1m', '0d-1m'), ['2026-04-13T00:00:00', '2026-04-14T00:00:00'])
})

test('a month without such a day ends earlier', () => {
  const lastOfMarch = Date.parse('2026-03-31T12:00:00Z')
  const offsets = readOffsets('0d-1m')!
  const { from, before } = periodInstants({ from: offsets, to: offsets }, lastOfMarch)
  assert.deepEqual([from, before], ['2026-02-28T00:00:00', '2026-03-01T00:00:00'])
})

test('an offset is a number and a unit; up to six are joined, each with its sign', () => {
  const wrong = [
    '',
    'd',
    '7',
    '1.5d',
    '7x',
    '--1d',
    '1234567d',
    7,
    '0y3q',
    '0y+',
    '0y+3',
    '+0y + +3q',
    '0y+1q+1m+1w+1d+1h+1h',
  ]
  for (const text of wrong) assert.equal(readOffsets(text), undefined, String(text))
})
