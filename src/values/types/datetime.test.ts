import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  aField,
  assertCells,
  assertCriteria,
  assertKept,
  assertRefused,
  assertRefusedCells,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

const moment = aField('datetime')
const day = aField('datetime', { view: 'date' })
const time = aField('datetime', { view: 'time' })

test('a moment is stored in UTC, with a fraction only when there is one', () => {
  assertKept(moment, [
    ['2026-05-01', '2026-05-01T00:00:00Z'],
    ['2026-05-01T08:30:00Z', '2026-05-01T08:30:00Z'],
    ['2026-05-01T08:30', '2026-05-01T08:30:00Z'],
    ['2026-05-01 08:30:00', '2026-05-01T08:30:00Z'],
    ['2026-05-01T01:00:00+03:00', '2026-04-30T22:00:00Z'],
    ['2026-05-01T08:30:00.000Z', '2026-05-01T08:30:00Z'],
    ['2026-05-01T08:30:00.120Z', '2026-05-01T08:30:00.12Z'],
    ['2026-05-01T08:30:00.123456789Z', '2026-05-01T08:30:00.123456789Z'],
    ['0001-01-01T00:00:01Z', '0001-01-01T00:00:01Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00Z'],
  ])
})

test('the zero date of typed clients counts as no value, in any zone', () => {
  assertKept(moment, [
    ['0001-01-01T00:00:00Z', null],
    ['0001-01-01T00:00:00+03:00', null],
    ['0001-01-01', null],
  ])
  assertKept(day, [['0001-01-01T00:00:00Z', null]])
})

test('a date outside the calendar is refused', () => {
  const sentence = 'must be a date and time such as 2026-05-01T08:30:00Z'
  const wrong = ['', '2026-02-30', '2026-13-01', '2026-05-01T24:00:00Z', '2026-05-01T08:60:00Z', '01.05.2026']
  const outside = ['0000-01-01', '10000-01-01', '0001-01-01T01:00:00+03:00', '9999-12-31T23:00:00-03:00']
  const others = [5, {}, '2026-05-01T08:30:00+25:00', ' 2026-05-01', '2026-05-01T08:30:00.1234567890Z']
  assertRefused(
    moment,
    [...wrong, ...outside, ...others].map((value) => [value, sentence] as const),
  )
})

test('a day and a time of day are stored as written, whatever the offset', () => {
  assertKept(day, [
    ['2026-05-01', '2026-05-01T00:00:00Z'],
    ['2026-05-01T00:00:00+03:00', '2026-05-01T00:00:00Z'],
    ['2026-05-01T23:59:59.9Z', '2026-05-01T00:00:00Z'],
  ])
  assertKept(time, [
    ['08:30', '0001-01-01T08:30:00Z'],
    ['08:30:15', '0001-01-01T08:30:15Z'],
    ['2026-05-01T08:30:00+03:00', '0001-01-01T08:30:00Z'],
    ['00:00', '0001-01-01T00:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ])
  assertRefused(day, [['08:30', 'must be a date such as 2026-05-01']])
  assertRefused(time, [['24:00', 'must be a time such as 08:30']])
})

test('a range is inclusive, and a date alone means its midnight as either bound', () => {
  assertCriteria(moment, [
    [
      { min: '2026-05-01', max: '2026-05-31' },
      { is: 'between', min: '2026-05-01T00:00:00Z', max: '2026-05-31T00:00:00Z' },
    ],
    [
      { min: '2026-05-01T03:00:00+03:00', max: null },
      { is: 'between', min: '2026-05-01T00:00:00Z' },
    ],
    [
      { min: '0001-01-01T00:00:00Z', max: '3000-01-01' },
      { is: 'between', max: '3000-01-01T00:00:00Z' },
    ],
    ['2026-05-01', { is: 'equal', value: '2026-05-01T00:00:00Z' }],
  ])
  assertCriteria(time, [[{ max: '08:30' }, { is: 'between', max: '0001-01-01T08:30:00Z' }]])
  assertRefusedCriteria(moment, [
    [{ min: 'yesterday' }, 'a date and time such as'],
    [{ min: 5 }, 'is expected, not 5'],
    [[], '{min, max} is expected'],
  ])
})

test('cells contain ISO dates, dates with the day first, or day numbers of a spreadsheet', () => {
  const kept = (field: typeof moment, text: string) => field.type.read(field.type.cell(text, field), field)
  assertCells(moment, [['2026-05-01', '2026-05-01']])
  assert.equal(kept(moment, '01.05.2026'), '2026-05-01T00:00:00Z')
  assert.equal(kept(moment, '1.5.2026 8:30'), '2026-05-01T08:30:00Z')
  assert.equal(kept(moment, '01.05.2026 08:30:15'), '2026-05-01T08:30:15Z')
  assert.equal(kept(moment, '46143'), '2026-05-01T00:00:00Z')
  assert.equal(kept(moment, '46143,5'), '2026-05-01T12:00:00Z')
  assert.equal(kept(moment, '1'), '1900-01-01T00:00:00Z')
  assert.equal(kept(moment, '61'), '1900-03-01T00:00:00Z')
  assert.equal(kept(moment, '2958465'), '9999-12-31T00:00:00Z')
  assert.equal(kept(day, '46143,75'), '2026-05-01T00:00:00Z')
  assert.equal(kept(time, '8:30'), '0001-01-01T08:30:00Z')
  assert.equal(kept(time, '0.75'), '0001-01-01T18:00:00Z')
  assertRefusedCells(moment, ['30.02.2026', '1.13.2026', '0', '2958466', '01.05.26', '8:30', 'soon'], 'or dd.mm.yyyy')
})

test('stored moments without their Z are in the order of time', () => {
  const part = fc.tuple(
    fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
    fc.nat(999_999),
  )
  // A third of the moments fall within the same two seconds, so that their order depends on the fraction.
  const instant = part.map(([date, micros]) => {
    const seconds = date.toISOString().slice(0, 18)
    return `${micros % 3 === 0 ? '2026-05-01T00:00:0' : seconds}${micros % 2}.${String(micros).padStart(6, '0')}Z`
  })
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [left, right] = [a, b].map((text) => String(moment.type.read(text, moment)).slice(0, -1))
      assert.equal(Math.sign(compare(left!, right!)), Math.sign(compare(a, b)))
    }),
  )
})

/** Compares two texts by code units. For texts of equal length this order is the order of time. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
