import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application } from './application.fixture.ts'
import { type ColumnMapping, type MappingOptions, mapColumns } from './mapping.ts'

const map = (columns: readonly string[], options?: MappingOptions) => mapColumns(columns, application, options)
const shown = ({ targets }: ColumnMapping) =>
  Object.fromEntries(targets.map((target) => [target.column, 'field' in target ? target.field.code : target.system]))
const refused = (message: RegExp) => ({ code: 'import.wrong_mapping', status: 400, message })

test('a column is assigned to the field with its code or title, ignoring case', () => {
  const mapped = map(['taxId', 'FULL NAME', 'сумма', '__externalId', '__STATUS'])
  assert.deepEqual(shown(mapped), {
    taxId: 'taxId',
    'FULL NAME': 'name',
    сумма: 'amount',
    __externalId: '__externalId',
    __STATUS: '__status',
  })
  assert.deepEqual(
    mapped.targets.map(({ index }) => index),
    [0, 1, 2, 3, 4],
  )
})

test('unknown columns are ignored and listed', () => {
  assert.deepEqual(map(['taxId', 'Comment', '__row']).ignoredColumns, ['Comment', '__row'])
})

test('a mapping in the request replaces the automatic assignment', () => {
  const mapped = map(['INN', 'taxId', 'name'], { mapping: { ' inn ': 'taxId' } })
  assert.deepEqual(shown(mapped), { INN: 'taxId' })
  assert.deepEqual(mapped.ignoredColumns, ['taxId', 'name'])
})

test('a mapping to an unknown field or from an unknown column is refused with a suggestion', () => {
  assert.throws(() => map(['a'], { mapping: { a: 'amont' } }), refused(/"amont".*did you mean "amount"/))
  assert.throws(() => map(['Total'], { mapping: { Totl: 'amount' } }), refused(/"Totl"; did you mean "Total"/))
  for (const code of ['__createdAt', 'constructor', '__proto__']) {
    assert.throws(() => map(['a'], { mapping: JSON.parse(`{"a":"${code}"}`) }), refused(/unknown field/))
  }
})

test('two columns for one field are refused', () => {
  assert.throws(
    () => map(['taxId', 'Tax number']),
    refused(/"taxId" and "Tax number" are both mapped to the field "taxId"/),
  )
})

test('a title that two fields share is refused; their codes are accepted', () => {
  assert.throws(() => map(['twin']), refused(/several fields \(first, second\)/))
  assert.deepEqual(shown(map(['first', 'second'])), { first: 'first', second: 'second' })
})

test('a file without any known column is refused', () => {
  assert.throws(() => map(['amoun', 'x']), refused(/no column .* "amoun"; did you mean "amount"/))
})

test('each key field needs a column, and the id of an element is used only as a key', () => {
  assert.throws(() => map(['name'], { key: ['taxId'] }), refused(/key field "taxId"/))
  assert.deepEqual(map(['name', '__id']).ignoredColumns, ['__id'])
  assert.deepEqual(shown(map(['name', '__id'], { key: ['__id'] })), { name: 'name', __id: '__id' })
})
