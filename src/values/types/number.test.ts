import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aField,
  assertCells,
  assertCriteria,
  assertKept,
  assertRefused,
  assertRefusedCells,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

test('numbers are stored unchanged, and rounded only when the field has decimals', () => {
  assertKept(aField('number'), [
    [1.5, 1.5],
    [-0, 0],
    [1e300, 1e300],
  ])
  assertKept(aField('number', { decimals: 2 }), [
    [0.1 + 0.2, 0.3],
    [1.005, 1],
    [-0.001, 0],
  ])
})

test('a value that is not a number is refused, also a number as text', () => {
  assertRefused(aField('number'), [
    ['5', 'must be a number, not "5"'],
    ['', 'must be a number'],
    [true, 'must be a number'],
    [Number.POSITIVE_INFINITY, 'must be a number'],
  ])
})

test('limits and integers are settings of the field', () => {
  const field = aField('number', { integer: true, min: 1, max: 10 })
  assertKept(field, [[10, 10]])
  assertRefused(field, [
    [0, 'at least 1, not 0'],
    [11, 'at most 10, not 11'],
    [1.5, 'whole number, not 1.5'],
  ])
  assertRefused(aField('number', { integer: true }), [[2 ** 53, 'whole number']])
})

test('a range is inclusive; null, absent and 64-bit bounds are open', () => {
  assertCriteria(aField('number'), [
    [
      { min: 1, max: 2.5 },
      { is: 'between', min: 1, max: 2.5 },
    ],
    [
      { min: null, max: 2 },
      { is: 'between', max: 2 },
    ],
    [{ min: -(2 ** 63), max: 2 ** 63 }, { is: 'between' }],
    [{}, { is: 'between' }],
    [7, { is: 'equal', value: 7 }],
  ])
  assertRefusedCriteria(aField('number'), [
    ['7', '{min, max} is expected, not "7"'],
    [[], 'not a list'],
    [{ mni: 1 }, 'did you mean "min"?'],
    [{ min: '1' }, 'a bound must be a number, not "1"'],
  ])
})

test('cells are read as people and spreadsheets write numbers', () => {
  assertCells(aField('number'), [
    ['1234.56', 1234.56],
    ['1 234,56', 1234.56],
    ['1\u00a0234\u202f567,8', 1234567.8],
    ['-5', -5],
    ['\u22125', -5],
    ['1,234', 1.234],
    ['1E3', 1000],
  ])
  assertRefusedCells(
    aField('number'),
    ['abc', '1,234.56', '1 2', '12 34', '0x10', '1.', '--1', 'Infinity'],
    'must be a number',
  )
  const huge = aField('number').type.cell('9'.repeat(200), aField('number'))
  assert.ok(Number.isFinite(huge))
})
