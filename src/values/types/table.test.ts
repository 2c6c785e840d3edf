import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aField,
  assertCells,
  assertKept,
  assertRefused,
  assertRefusedCells,
  assertRefusedCriteria,
} from '../a-field.fixture.ts'

const table = aField('table', {
  columns: [
    { code: 'product', type: 'string', required: true },
    { code: 'quantity', type: 'number', default: 1 },
    { code: 'price', type: 'money' },
  ],
})

test('each cell is checked by its column, and every row has every column', () => {
  assertKept(table, [
    [
      {
        rows: [
          { product: 'pen', price: { cents: 5 } },
          { product: 'ink', quantity: null, __index: 3 },
        ],
      },
      {
        rows: [
          { product: 'pen', quantity: 1, price: { cents: 5, currency: 'RUB' } },
          { product: 'ink', quantity: null, price: null },
        ],
        result: {},
      },
    ],
    [
      { rows: [], result: { quantity: 0 } },
      { rows: [], result: { quantity: 0 } },
    ],
  ])
})

test('an empty table counts as no value', () => {
  assertKept(table, [
    [[], null],
    [{}, null],
    [{ rows: [], result: [] }, null],
  ])
})

test('an error names the cell', () => {
  const row = { product: 'pen' }
  assertRefused(table, [
    [
      { rows: [row, row, { product: 'ink', prize: 5 }] },
      '"f.rows[2].prize": the table has no such column; did you mean "price"?',
    ],
    [{ rows: [{ product: 'pen', quantity: 'x' }] }, '"f.rows[0].quantity": must be a number, not "x"'],
    [{ rows: [{ quantity: 1 }] }, '"f.rows[0].product": is required'],
    [{ rows: [{ product: ' ' }] }, '"f.rows[0].product": is required'],
    [{ rows: [row, 5] }, '"f.rows[1]": must be an object with columns, not 5'],
    [{ rows: [], result: { sum: 1 } }, '"f.result.sum": the table has no such column'],
    [{ rows: {} }, 'rows must be a list'],
    [[row], 'must be {rows, result}, not a list'],
    [{ rows: new Array(10_001).fill(row) }, 'at most 10000 rows, not 10001'],
  ])
  const columns = Array.from({ length: 100 }, (_, at) => ({ code: `c${at}`, type: 'number', default: 1 }))
  const wide = aField('table', { columns })
  assertRefused(wide, [[{ rows: new Array(1001).fill({}) }, 'at most 100000 cells (rows × columns), not 100100']])
  const kept = wide.type.read({ rows: new Array(1000).fill({}) }, wide) as { rows: object[] }
  assert.equal(kept.rows.length, 1000)
})

test('tables and JSON can only be filtered by whether they are empty', () => {
  assertRefusedCriteria(table, [[{}, 'can only be filtered by null, since its type is table']])
  assertRefusedCriteria(aField('json'), [['x', 'can only be filtered by null']])
  assert.equal(table.type.comparable, undefined)
})

test('JSON is stored unchanged, within its limits', () => {
  const json = aField('json')
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
  assertKept(json, [
    [{ a: [1, null, 'x'] }, { a: [1, null, 'x'] }],
    [nested(20), nested(20)],
  ])
  assertRefused(json, [
    [nested(21), 'nested more than 20 levels deep'],
    ['ё'.repeat(33_000), 'larger than 65536 bytes'],
  ])
  assertCells(json, [['{"a":1}', { a: 1 }]])
  assertRefusedCells(json, ['{a:1}'], 'must be JSON')
})
