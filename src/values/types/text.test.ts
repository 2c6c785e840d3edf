import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aField,
  assertCells,
  assertCriteria,
  assertKept,
  assertRefused,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

test('a string is stored unchanged, including the empty one and leading zeros', () => {
  assertKept(aField('string'), [
    ['', ''],
    [' 007 ', ' 007 '],
    ['Ёлка <b>&</b> 🎄', 'Ёлка <b>&</b> 🎄'],
  ])
})

test('a value that is not a string, or is too long, is refused', () => {
  assertRefused(aField('string', { maxLength: 3 }), [
    [7, 'must be a string, not 7'],
    [['a'], 'not a list'],
    [{}, 'not an object'],
    ['abcd', 'at most 3 characters, not 4'],
  ])
  assertRefused(aField('string'), [['x'.repeat(100_001), 'at most 100000 characters']])
})

test('a string is searched by a substring', () => {
  assertCriteria(aField('string'), [['ab', { is: 'like', text: 'ab' }]])
  assertRefusedCriteria(aField('string'), [
    [5, 'a string is expected, not 5'],
    [[], 'not a list'],
  ])
})

test('a cell is trimmed', () => {
  assertCells(aField('string'), [[' 0012 ', '0012']])
})

test('a link is any text', () => {
  assertKept(aField('link'), [['javascript:alert(1)', 'javascript:alert(1)']])
  assertRefused(aField('link'), [[1, 'must be a string']])
  assert.equal(aField('link').type.code, 'LINK')
})
