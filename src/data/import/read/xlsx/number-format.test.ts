import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInFormat, epochMs, formatOfCode, shownNumber } from './number-format.ts'

const number = formatOfCode('General')
const date = formatOfCode('dd.mm.yyyy')
const time = formatOfCode('h:mm:ss')
const show = (raw: string, format = number, from1904 = false) => shownNumber(raw, format, epochMs(from1904))

test('numbers are read as they were entered, without rounding errors of doubles', () => {
  const cases = {
    '0.30000000000000004': '0.3',
    '1234.5600000000001': '1234.56',
    '7701234567': '7701234567',
    '12345678901234567890': '12345678901234567890',
    '-0.5': '-0.5',
    '1E-7': '0.0000001',
    '1.5E+3': '1500',
    '45000': '45000',
  }
  for (const [raw, text] of Object.entries(cases)) assert.equal(show(raw), text)
})

test('text that is not a number is unchanged', () => {
  assert.equal(show('abc', date), 'abc')
  assert.equal(show('Infinity'), 'Infinity')
})

test('dates and times are returned in ISO 8601, by the format of the cell', () => {
  assert.equal(show('46143', date), '2026-05-01')
  assert.equal(show('46143.354166666664', date), '2026-05-01T08:30:00Z')
  assert.equal(show('46143.354166666664', builtInFormat(14)), '2026-05-01T08:30:00Z')
  assert.equal(show('0.354166666666667', time), '08:30:00')
  assert.equal(show('0.99999999999', time), '23:59:59.999')
  assert.equal(show('46143.5', time), '2026-05-01T12:00:00Z')
})

test('the 29 February 1900 of spreadsheets and the 1904 epoch are taken into account', () => {
  assert.equal(show('59', date), '1900-02-28')
  assert.equal(show('61', date), '1900-03-01')
  assert.equal(show('1', date), '1900-01-01')
  assert.equal(show('44681', date, true), '2026-05-01')
})

test('a number outside the calendar stays a number', () => {
  assert.equal(show('-5', date), '-5')
  assert.equal(show('9999999', date), '9999999')
})

test('a format of zeros is a code with leading zeros', () => {
  const code = formatOfCode('0000000000')
  assert.equal(show('770123456', code), '0770123456')
  assert.equal(show('77012345678', code), '77012345678')
  assert.equal(show('1.5', code), '1.5')
})

test('the letters of a format outside quotes decide whether it is a date, a time or a number', () => {
  const cases: readonly [string, string][] = [
    ['yyyy-mm-dd hh:mm', 'date'],
    ['[$-419]d mmmm yyyy;@', 'date'],
    ['mmm-yy', 'date'],
    ['[h]:mm', 'time'],
    ['mm:ss.0', 'time'],
    ['h:mm AM/PM', 'time'],
    ['#,##0.00', 'number'],
    ['0.00" days"', 'number'],
    ['#,##0\\ "руб."', 'number'],
    ['[Red]0;[Blue]-0', 'number'],
    ['General', 'number'],
    ['@', 'number'],
    ['000', 'digits'],
    ['0', 'number'],
  ]
  for (const [code, shows] of cases) assert.equal(formatOfCode(code).shows, shows, code)
  assert.equal(builtInFormat(0).shows, 'number')
  assert.equal(builtInFormat(22).shows, 'date')
  assert.equal(builtInFormat(20).shows, 'time')
})
