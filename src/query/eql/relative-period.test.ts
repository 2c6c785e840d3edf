import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodInstants, readOffset } from './relative-period.ts'

// A Wednesday.
const nowMs = Date.parse('2026-05-13T10:20:30.500Z')

function period(from: string, to: string): string[] {
  const { from: start, before } = periodInstants({ from: readOffset(from)!, to: readOffset(to)!, at: 7 }, nowMs)
  return [start, before]
}

test('each unit starts where people start it, and the period ends before the next one', () => {
  assert.deepEqual(period('0h', '0h'), ['2026-05-13T10:00:00', '2026-05-13T11:00:00'])
  assert.deepEqual(period('0d', '0d'), ['2026-05-13T00:00:00', '2026-05-14T00:00:00'])
  assert.deepEqual(period('0w', '0w'), ['2026-05-11T00:00:00', '2026-05-18T00:00:00'])
  assert.deepEqual(period('0m', '0m'), ['2026-05-01T00:00:00', '2026-06-01T00:00:00'])
  assert.deepEqual(period('0q', '0q'), ['2026-04-01T00:00:00', '2026-07-01T00:00:00'])
  assert.deepEqual(period('0y', '0y'), ['2026-01-01T00:00:00', '2027-01-01T00:00:00'])
})

test('offsets count whole units and may be of different units', () => {
  assert.deepEqual(period('-7d', '+1m'), ['2026-05-06T00:00:00', '2026-07-01T00:00:00'])
  assert.deepEqual(period('-1q', '-1q'), ['2026-01-01T00:00:00', '2026-04-01T00:00:00'])
  assert.deepEqual(period('-30h', '1W'), ['2026-05-12T04:00:00', '2026-05-25T00:00:00'])
})

test('a Sunday belongs to the week that began on Monday', () => {
  const sunday = Date.parse('2026-05-17T12:00:00Z')
  const week = { amount: 0, unit: 'w' } as const
  assert.equal(periodInstants({ from: week, to: week }, sunday).from, '2026-05-11T00:00:00')
})

test('a period outside the years 1 to 9999 is refused', () => {
  assert.throws(() => period('-999999y', '0d'), { code: 'query.wrong_eql' })
  assert.throws(() => period('0d', '999999y'), { code: 'query.wrong_eql' })
})

test('an offset is a number and a unit', () => {
  for (const text of ['', 'd', '7', '1.5d', '7x', '--1d', '1234567d', 7]) assert.equal(readOffset(text), undefined)
})
