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

const field = aField('boolean')

test('only true and false are booleans', () => {
  assertKept(field, [
    [true, true],
    [false, false],
  ])
  assertRefused(field, [
    ['true', 'must be true or false, not "true"'],
    [1, 'must be true or false, not 1'],
  ])
})

test('a filter asks for true or false', () => {
  assertCriteria(field, [[false, { is: 'equal', value: false }]])
  assertRefusedCriteria(field, [['false', 'true or false is expected']])
})

test('cells contain yes and no in several languages', () => {
  assertCells(field, [
    ['Да', true],
    ['нет', false],
    [' TRUE ', true],
    ['no', false],
    ['1', true],
    ['0', false],
    ['ЛОЖЬ', false],
  ])
  assertRefusedCells(field, ['maybe', '2', '__proto__'], 'must be да/нет')
})
