import assert from 'node:assert/strict'
import { test } from 'node:test'
import { application } from './application.fixture.ts'
import { readCells } from './cells.ts'
import { mapColumns } from './mapping.ts'
import type { Cell } from './read/row.ts'

function read(values: Readonly<Record<string, Cell>>, nullTexts?: readonly string[]) {
  const columns = Object.keys(values)
  const { targets } = mapColumns(columns, application, { key: columns.includes('__id') ? ['__id'] : [] })
  return readCells({ row: 2, cells: Object.values(values) }, targets, application, nullTexts)
}

test('text goes through its field type, trimmed and with its leading zeros', () => {
  const { fields, problems } = read({ taxId: ' 007701 ', amount: '12' })
  assert.deepEqual(fields, { taxId: '007701', amount: 12 })
  assert.deepEqual(problems, [])
})

test('an empty cell and NA are null, in every column', () => {
  for (const empty of ['', '  ', 'NA', ' NA ', null]) {
    const { fields, system, problems } = read({ taxId: empty, amount: empty, __name: empty, __status: empty })
    assert.deepEqual([fields, system, problems], [{ taxId: null, amount: null }, { __name: null, __status: null }, []])
  }
  assert.equal(read({ taxId: 'Na' }).fields.taxId, 'Na')
})

test('which texts are null can be said, and an empty cell always is', () => {
  assert.deepEqual(read({ taxId: 'NA', name: '' }, []).fields, { taxId: 'NA', name: null })
  const { fields, system } = read({ taxId: ' нет ', name: 'NA', __status: '—' }, ['нет', '—'])
  assert.deepEqual([fields, system], [{ taxId: null, name: 'NA' }, { __status: null }])
})

test('a value of JSON is left to its field type', () => {
  assert.deepEqual(read({ taxId: ['x'], amount: 0, name: false }).fields, { taxId: ['x'], amount: 0, name: false })
})

test('all that is wrong in a row is told, each with its column and value', () => {
  const { problems, fields } = read({ Сумма: 'much', __status: 'nwe', taxId: '1', __directory: 'here' })
  assert.deepEqual(fields, { taxId: '1' })
  assert.deepEqual(problems, [
    {
      column: 'Сумма',
      value: 'much',
      code: 'field.wrong_value',
      message: 'field "amount": must be a number such as 1234,56, not "much"',
    },
    {
      column: '__status',
      value: 'nwe',
      code: 'element.unknown_status',
      message: 'unknown status "nwe"; did you mean "new"?',
    },
    { column: '__directory', value: 'here', code: 'import.wrong_cell', message: '__directory must be a UUID' },
  ])
})

test('a long value is cut where it is told', () => {
  const { problems } = read({ amount: 'x'.repeat(5000) })
  assert.equal(String(problems[0]!.value).length, 201)
})

test('a status is known by its code or its name', () => {
  for (const text of ['done', 'DONE', 'исполнен']) assert.equal(read({ __status: text }).system.__status?.id, 2)
})

test('ids are kept in lower case, numbers of JSON become text', () => {
  const id = '01890000-ABCD-7000-8000-000000000001'
  const { system } = read({ __id: id, __externalId: 42 })
  assert.deepEqual(system, { __id: id.toLowerCase(), __externalId: '42' })
  assert.equal(read({ __name: { a: 1 } }).problems[0]!.code, 'import.wrong_cell')
})
