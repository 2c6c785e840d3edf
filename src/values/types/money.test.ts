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

const field = aField('money', { currency: 'EUR' })

test('an amount has whole cents and a currency, which defaults to that of the field', () => {
  assertKept(field, [
    [
      { cents: 150, currency: 'USD' },
      { cents: 150, currency: 'USD' },
    ],
    [
      { cents: -0, currency: '' },
      { cents: 0, currency: 'EUR' },
    ],
    [
      { cents: 1, extra: true },
      { cents: 1, currency: 'EUR' },
    ],
    [{ cents: null, currency: '' }, null],
    [{}, null],
  ])
  assertKept(aField('money'), [[{ cents: 1 }, { cents: 1, currency: 'RUB' }]])
})

test('fractions of a cent, plain numbers and invalid currencies are refused', () => {
  assertRefused(field, [
    [{ cents: 1.5 }, 'cents must be a whole number, not 1.5'],
    [{ cents: '1' }, 'cents must be a whole number, not "1"'],
    [{ cents: 2 ** 53 }, 'cents must be a whole number'],
    [{ cents: 1, currency: 'rub' }, 'currency must be a code such as RUB, not "rub"'],
    [100, 'must be {cents, currency}, not 100'],
  ])
})

test('a filter is a range of cents', () => {
  assertCriteria(field, [
    [{ min: 100 }, { is: 'between', min: 100 }],
    [{ cents: { max: 5 } }, { is: 'between', max: 5 }],
    [
      { cents: 7, currency: 'EUR' },
      { is: 'equal', value: 7 },
    ],
  ])
  assertRefusedCriteria(field, [['7', '{min, max} is expected']])
})

test('a cell contains an amount as people write it, to the cent', () => {
  assertCells(field, [
    ['12 345,67 RUB', { cents: 1234567, currency: 'RUB' }],
    ['0.1 usd', { cents: 10, currency: 'USD' }],
    ['-5', { cents: -500, currency: '' }],
    ['-0,05', { cents: -5, currency: '' }],
    ['90071992547409.91', { cents: Number.MAX_SAFE_INTEGER, currency: '' }],
  ])
  assertRefusedCells(field, ['1,234', '1e5', 'RUB', '5 ₽', '90071992547409.92'], 'must be an amount such as')
})
