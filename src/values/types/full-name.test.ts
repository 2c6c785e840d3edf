import { test } from 'node:test'
import {
  aField,
  assertCells,
  assertCriteria,
  assertKept,
  assertRefused,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

const field = aField('full_name')

test('a full name has three parts; without any of them it is empty', () => {
  assertKept(field, [
    [
      { lastname: ' Орлова ', firstname: 'Анна' },
      { lastname: 'Орлова', firstname: 'Анна', middlename: '' },
    ],
    [{ lastname: '', firstname: null, middlename: '' }, null],
    [{}, null],
  ])
  assertRefused(field, [
    ['Орлова Анна', 'must be {lastname, firstname, middlename}, not "Орлова Анна"'],
    [{ lastname: 5 }, 'lastname must be a string, not 5'],
    [{ firstname: 'x'.repeat(501) }, 'firstname must have at most 500 characters'],
  ])
})

test('it is searched as a whole, and a cell begins with the last name', () => {
  assertCriteria(field, [['орлова а', { is: 'like', text: 'орлова а' }]])
  assertRefusedCriteria(field, [[{ lastname: 'x' }, 'a string is expected']])
  assertCells(field, [
    ['Орлова  Анна', { lastname: 'Орлова', firstname: 'Анна', middlename: '' }],
    ['Алиев Али Вели оглы', { lastname: 'Алиев', firstname: 'Али', middlename: 'Вели оглы' }],
  ])
})
