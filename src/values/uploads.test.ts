import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from './a-field.fixture.ts'
import { filePlaces, uploadsIn, withFiles } from './uploads.ts'

const a = '0190a1b2-0000-7000-8000-00000000000a'
const b = '0190a1b2-0000-7000-8000-00000000000b'
const c = '0190a1b2-0000-7000-8000-00000000000c'
const scans = { ...aField('file', { array: true }), code: 'scans' }
const table = aField('table', {
  columns: [
    { code: 'what', type: 'string' },
    { code: 'photo', type: 'image' },
  ],
})

test('uploads can be mixed with ids, and are replaced by the ids of their files', () => {
  const value = scans.type.read([a, { name: 'x.pdf', hash: b.toUpperCase() }, { hash: c }], scans)
  assert.deepEqual(uploadsIn(value, scans), [{ name: 'x.pdf', hash: b }, { hash: c }])
  assert.deepEqual(
    withFiles(value, scans, ({ hash }) => (hash === b ? a : hash)),
    [a, c],
  )
})

test('a repeated hash is one upload', () => {
  const value = scans.type.read(
    [
      { name: 'x.pdf', hash: b },
      { name: 'y.pdf', hash: b },
    ],
    scans,
  )
  assert.deepEqual(uploadsIn(value, scans), [{ name: 'x.pdf', hash: b }])
})

test('files in the cells of a table are found as well, and other values are unchanged', () => {
  const given = { rows: [{ what: 'front', photo: [{ hash: b }] }, { what: 'back' }], result: { photo: [{ hash: c }] } }
  const value = table.type.read(given, table)
  assert.deepEqual(uploadsIn(value, table), [{ hash: b }, { hash: c }])
  assert.deepEqual(
    withFiles(value, table, ({ hash }) => (hash === b ? a : hash)),
    {
      rows: [
        { what: 'front', photo: [a] },
        { what: 'back', photo: null },
      ],
      result: { photo: [c] },
    },
  )
})

test('the places of files are the file fields and the file columns of tables', () => {
  const fields = new Map([scans, table].map((field) => [field.code, field]))
  assert.deepEqual(filePlaces(fields), [
    { field: 'scans', code: 'scans', jsonPath: '$."scans"[*]' },
    { field: table.code, code: `${table.code}.photo`, jsonPath: `$."${table.code}".rows[*]."photo"[*]` },
    { field: table.code, code: `${table.code}.photo`, jsonPath: `$."${table.code}".result."photo"[*]` },
  ])
})
