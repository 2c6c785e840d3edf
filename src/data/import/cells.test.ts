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

test('text is read by its field type: it is trimmed, and leading zeros are kept', () => {
  const { fields, problems } = read({ taxId: ' 007701 ', amount: '12' })
  assert.deepEqual(fields, { taxId: '007701', amount: 12 })
  assert.deepEqual(problems, [])
})

test('an empty cell and NA are null in every column', () => {
  for (const empty of ['', '  ', 'NA', ' NA ', null]) {
    const { fields, system, problems } = read({ taxId: empty, amount: empty, __name: empty, __status: empty })
    assert.deepEqual([fields, system, problems], [{ taxId: null, amount: null }, { __name: null, __status: null }, []])
  }
  assert.equal(read({ taxId: 'Na' }).fields.taxId, 'Na')
})

test('an option sets the texts that mean null, and an empty cell is always null', () => {
  assert.deepEqual(read({ taxId: 'NA', name: '' }, []).fields, { taxId: 'NA', name: null })
  const { fields, system } = read({ taxId: ' нет ', name: 'NA', __status: '—' }, ['нет', '—'])
  assert.deepEqual([fields, system], [{ taxId: null, name: 'NA' }, { __status: null }])
})

test('a JSON value is read by its field type', () => {
  assert.deepEqual(read({ taxId: ['x'], amount: 0, name: false }).fields, { taxId: ['x'], amount: 0, name: false })
})

test('all errors of a row are reported, each with its column and value', () => {
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

test('a long value is shortened in an error', () => {
  const { problems } = read({ amount: 'x'.repeat(5000) })
  assert.equal(String(problems[0]!.value).length, 201)
})

test('a status can be given by its code or its name', () => {
  for (const text of ['done', 'DONE', 'исполнен']) assert.equal(read({ __status: text }).system.__status?.id, 2)
})

test('ids are stored in lower case, and numbers of JSON are converted to text', () => {
  const id = '01890000-ABCD-7000-8000-000000000001'
  const { system } = read({ __id: id, __externalId: 42 })
  assert.deepEqual(system, { __id: id.toLowerCase(), __externalId: '42' })
  assert.equal(read({ __name: { a: 1 } }).problems[0]!.code, 'import.wrong_cell')
})
