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

const values = [
  { code: 'customer', name: 'Customer' },
  { code: 'supplier', name: 'Supplier; of goods' },
  { code: 'CUSTOMER', name: 'Loud' },
]
const one = aField('category', { values })
const several = aField('category', { values, array: true })
const customer = { code: 'customer', name: 'Customer' }
const supplier = { code: 'supplier', name: 'Supplier; of goods' }

test('every way to write a value is stored as code and name', () => {
  assertKept(one, [
    [[{ code: 'customer' }], [customer]],
    [{ code: 'customer', name: 'wrong' }, [customer]],
    ['customer', [customer]],
    [['supplier'], [supplier]],
    [[], null],
  ])
  assertKept(several, [
    [
      ['supplier', 'customer', { code: 'supplier' }],
      [supplier, customer],
    ],
  ])
})

test('an unknown code and a second value are refused', () => {
  assertRefused(one, [
    ['custmer', 'has no value "custmer"; did you mean "customer"?'],
    ['zzz', 'known are customer, supplier'],
    [{}, 'has no value nothing'],
    [5, 'has no value 5'],
    [['customer', 'supplier'], 'holds one value, not 2'],
  ])
})

test('a filter accepts every way to write a code; an empty list matches nothing', () => {
  assertCriteria(one, [
    ['customer', { is: 'anyOf', values: ['customer'] }],
    [['customer', { code: 'supplier' }], { is: 'anyOf', values: ['customer', 'supplier'] }],
    [{ code: 'supplier' }, { is: 'anyOf', values: ['supplier'] }],
    [[], { is: 'anyOf', values: [] }],
  ])
  assertRefusedCriteria(one, [
    [5, 'a code or a list of codes is expected'],
    [{ name: 'x' }, 'a code or a list of codes is expected'],
    [['customer', 'suplier'], 'has no value "suplier"; did you mean "supplier"?'],
  ])
})

test('a cell contains codes or names; an exact code takes precedence', () => {
  assertCells(one, [
    ['CUSTOMER', ['CUSTOMER']],
    ['Customer', ['customer']],
    ['LOUD', ['CUSTOMER']],
    ['supplier; OF goods', ['supplier']],
  ])
  assertCells(several, [['loud; supplier', ['CUSTOMER', 'supplier']]])
  assertRefusedCells(one, ['partner'], 'has no value "partner"')
})
