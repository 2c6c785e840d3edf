import { test } from 'node:test'
import {
  aField,
  assertCells,
  assertCriteria,
  assertKept,
  assertRefused,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

const phone = aField('phone')

test('phones are a list of entries, however they were written', () => {
  const kept = { type: 'work', tel: '+7 (495) 123-45-67', ext: null, isValid: true }
  assertKept(phone, [
    [[{ type: 'work', tel: '+7 (495) 123-45-67' }], [kept]],
    [{ type: 'work', tel: ' +7 (495) 123-45-67 ', isValid: false, ext: '' }, [kept]],
    ['12', [{ type: '', tel: '12', ext: null, isValid: false }]],
    [
      [kept, kept, { ...kept, ext: '5' }],
      [kept, { ...kept, ext: '5' }],
    ],
  ])
})

test('entries without text are dropped', () => {
  assertKept(phone, [
    [[], null],
    ['', null],
    [
      [
        { type: '', tel: '' },
        { type: 'work', tel: null },
      ],
      null,
    ],
  ])
})

test('an invalid entry is refused', () => {
  assertRefused(phone, [
    [5, 'must be a list of {type, tel}, not 5'],
    [[null], 'must be a list of {type, tel}, not null'],
    [[{ tel: 5 }], 'tel must be a string, not 5'],
    [[{ tel: '1', type: {} }], 'type must be a string, not an object'],
    [['1'.repeat(501)], 'tel must have at most 500 characters'],
  ])
})

test('e-mail addresses and accounts have members of their own', () => {
  assertKept(aField('email'), [
    ['a@b.ru', [{ type: '', email: 'a@b.ru', isValid: true }]],
    [[{ email: 'a b@c', type: 'home' }], [{ type: 'home', email: 'a b@c', isValid: false }]],
  ])
  assertKept(aField('account'), [[[{ login: '@x', type: 'telegram' }], [{ type: 'telegram', login: '@x' }]]])
})

test('they are searched by a substring, and a cell may contain several', () => {
  assertCriteria(phone, [['495', { is: 'like', text: '495' }]])
  assertRefusedCriteria(phone, [[{ tel: '495' }, 'a string is expected']])
  assertCells(aField('email'), [['a@b.ru; c@d.ru;', ['a@b.ru', 'c@d.ru']]])
})
