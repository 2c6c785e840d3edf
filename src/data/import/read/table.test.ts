// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileOnDisk } from '../../../foundation/kit/source-file.ts'
import type { Row } from './row.ts'
import { fileOf, windows1251 } from './source-files.fixture.ts'
import { openTable, type ReadOptions } from './table.ts'
import { rowOf, xlsxOf } from './xlsx-file.fixture.ts'

async function read(content: string | Uint8Array, options: ReadOptions = {}, pieceBytes = 11) {
  const table = await openTable(fileOf(content, pieceBytes), options)
  return { columns: table.columns, format: table.format, rows: await Array.fromAsync(table.rows()) }
}

const cellsOf = (rows: readonly Row[]) => rows.map((row) => row.cells)

test('CSV of any dialect gives the same table', async () => {
  const rows = [
    ['Код', 'Имя'],
    ['007', 'Ёлка, "А"\nвторая; строка'],
  ]
  for (const delimiter of [',', ';', '\t']) {
    for (const newline of ['\n', '\r\n', '\r']) {
      const text = rows.map((row) => row.map((c) => `"${c.replaceAll('"', '""')}"`).join(delimiter)).join(newline)
      const lower = text.toLowerCase()
      for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
        const table = await read(bytes)
        assert.deepEqual([table.columns, ...cellsOf(table.rows)], rows)
      }
      const table = await read(windows1251(lower))
      assert.equal(table.columns[0], 'код')
      assert.equal(table.rows[0]!.cells[1], 'ёлка, "а"\nвторая; строка')
    }
  }
})

test('rows are numbered as in a spreadsheet: the header is 1, a cell with line breaks is one row, empty rows count', async () => {
  const { rows } = await read('a,b\n"x\ny",1\n,\n\nz,2\n')
  assert.deepEqual(rows, [
    { row: 2, cells: ['x\ny', '1'] },
    { row: 5, cells: ['z', '2'] },
  ])
})

test('reading continues after any given row, in each format', async () => {
  const contents = [
    'a\n1\n\n2\n3\n',
    '{"a":"1"}\n\n{"a":"2"}\n{"a":"3"}\n',
    xlsxOf({ rows: rowOf('a') + rowOf('1') + rowOf('') + rowOf('2') + rowOf('3') }),
  ]
  for (const content of contents) {
    const table = await openTable(fileOf(content), {})
    const all = await Array.fromAsync(table.rows())
    assert.equal(all.length, 3)
    for (const [index, { row }] of all.entries()) {
      assert.deepEqual(await Array.fromAsync(table.rows(row)), all.slice(index + 1))
    }
  }
})

test('a short row is filled with nulls, and a long row is refused alone', async () => {
  const { rows } = await read('a;b\n1\n1;2;3\n1;2;;\n', { delimiter: ';' })
  assert.deepEqual(cellsOf(rows), [
    ['1', null],
    ['1', '2'],
    ['1', '2'],
  ])
  assert.deepEqual(
    rows.map((row) => row.problem),
    [undefined, 'column 3 holds a value but has no title', undefined],
  )
})

test('titles are trimmed, and empty titles at the end are ignored', async () => {
  const { columns } = await read(' Tax \n id,"Full\nname",,\n1,2,,\n'.replace(' \n', ' '))
  assert.deepEqual(columns, ['Tax id', 'Full name'])
})

test('a missing or repeated title is refused with its position', async () => {
  await assert.rejects(read('a,,c\n1,2,3'), { message: 'column 2 has no title in the header' })
  await assert.rejects(read('a,b,a\n1,2,3'), { message: 'the header has the column "a" twice, as column 1 and 3' })
})

test('without a header the columns are named by letters and the first row contains data', async () => {
  const { columns, rows } = await read('x,y\nz,w', { header: false })
  assert.deepEqual(columns, ['A', 'B'])
  assert.deepEqual(rows[0], { row: 1, cells: ['x', 'y'] })
  const wide = await read(Array(28).fill('x').join(','), { header: false })
  assert.deepEqual(wide.columns.slice(25), ['Z', 'AA', 'AB'])
})

test('a format is detected by the bytes or given with or without a dot', async () => {
  assert.equal((await read('a,b\n1,2')).format, 'csv')
  assert.equal((await read('\ufeff {"a":1}\n')).format, 'jsonl')
  assert.equal((await read(xlsxOf({ rows: rowOf('a') }))).format, 'xlsx')
  assert.equal((await read('{"a":1}\n{"a":2}', { format: '.CSV' })).format, 'csv')
  await assert.rejects(read('a', { format: 'ods' }), { code: 'import.wrong_option' })
})

test('a file that is not a table is refused with a sentence', async () => {
  const xls = Buffer.from('d0cf11e0a1b11ae10000', 'hex')
  for (const content of ['', '\n\n,\n', Buffer.from([1, 0, 2, 0]), xls, Buffer.from('PK\x03\x04 but no zip')]) {
    await assert.rejects(read(content), { code: 'import.file_unreadable', status: 400 })
  }
  await assert.rejects(read('a,b\n1,2', { format: 'xlsx' }), { code: 'import.file_unreadable' })
})

test('a quote that is never closed is an error and needs little memory', async () => {
  await assert.rejects(read('a,b\n"1,2\n3,4\n'), { message: /row 2 can't be read: a quoted cell is not closed/ })
  await assert.rejects(read(`a,b\n"${'x'.repeat(3_000_000)}`, {}, 65_536), { message: /row 2 .* is longer than/ })
})

test('too many columns are refused', async () => {
  await assert.rejects(read(Array(2000).fill('x').join(',')), { message: /row 1 has 2000 columns/ })
})

test('guarded formulas are restored only when a report is read, also in its titles', async () => {
  const report = await read("'-a;__result\n'=1+1;failed\n'plain;failed\n", { delimiter: ';' })
  assert.deepEqual(report.columns, ['-a', '__result'])
  assert.deepEqual(cellsOf(report.rows), [
    ['=1+1', 'failed'],
    ["'plain", 'failed'],
  ])
  const other = await read("a;b\n'=1+1;x\n")
  assert.equal(other.rows[0]!.cells[0], "'=1+1")
})

test('JSON lines keep their values, and their columns are the keys of all lines', async () => {
  const { columns, rows } = await read('{"a":1,"b":["x"]}\n\n{"c":null,"a":"007","__proto__":5}\n')
  assert.deepEqual(columns, ['a', 'b', 'c', '__proto__'])
  assert.deepEqual(rows, [
    { row: 1, cells: [1, ['x'], null, null] },
    { row: 3, cells: ['007', null, null, 5] },
  ])
})

test('a line that is not a JSON object is refused alone', async () => {
  const deep = `{"a":${'['.repeat(50)}${']'.repeat(50)}}`
  const deepest = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
  const many = `{"a":{${Array.from({ length: 10_001 }, (_, at) => `"k${at}":1`).join(',')}}}`
  const { rows } = await read(['{"a":1}', '{"a":', '[1]', deep, deepest, many].join('\n'))
  assert.deepEqual(
    rows.map((row) => row.problem),
    [
      undefined,
      'the line is not valid JSON',
      'the line is not a JSON object',
      'the line is nested deeper than 32 levels',
      'the line is nested deeper than 32 levels',
      'in the line, an object of the JSON contains more than 10000 keys',
    ],
  )
  await assert.rejects(read('{"a":1', { format: 'jsonl' }), { code: 'import.file_unreadable' })
  await assert.rejects(read(`{"a":"${'x'.repeat(3_000_000)}"}`, {}, 65_536), { message: /line 1 is longer/ })
})

test('a line of JSON has at most 1 MiB in bytes, wherever the file is cut', async () => {
  const lineOf = (bytes: number): string => `{"a":"${'ё'.repeat((bytes - 8) / 2)}"}`
  const [longest, longer] = [lineOf(1024 ** 2), lineOf(1024 ** 2 + 2)]
  for (const pieceBytes of [65_536, 4 * 1024 ** 2]) {
    assert.equal((await read(`{"a":1}\n${longest}\n`, {}, pieceBytes)).rows.length, 2)
    for (const content of [`{"a":1}\n${longer}\n{"a":2}\n`, `{"a":1}\n${longer}`])
      await assert.rejects(read(content, {}, pieceBytes), { message: 'line 2 is longer than 1048576 bytes' })
  }
})

test('a file on disk is closed when its reader stops early', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  try {
    const path = join(folder, 'table.csv')
    await writeFile(path, `a\n${'1\n'.repeat(100_000)}`)
    const table = await openTable(await fileOnDisk(path))
    for await (const { row } of table.rows()) if (row === 10) break
    assert.equal((await Array.fromAsync(table.rows(99_999))).length, 2)
  } finally {
    await rm(folder, { recursive: true })
  }
})
