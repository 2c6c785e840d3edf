// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileOf } from '../source-files.fixture.ts'
import { openTable } from '../table.ts'
import { rowOf, type SheetFile, xlsxOf, zipOf } from '../xlsx-file.fixture.ts'

async function read(file: SheetFile | Buffer, sheet?: string) {
  const bytes = 'rows' in file ? xlsxOf(file) : file
  const table = await openTable(fileOf(bytes, 50), { format: 'xlsx', ...(sheet === undefined ? {} : { sheet }) })
  return { columns: table.columns, rows: await Array.fromAsync(table.rows()) }
}

const unreadable = { code: 'import.file_unreadable', status: 400 }

test('cells of every type are returned as text', async () => {
  const { columns, rows } = await read({
    rows: `${rowOf('shared', 'number', 'date', 'bool', 'formula', 'iso', 'nothing')}
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.30000000000000004</v></c><c r="C2" s="1"><v>46143</v></c>
      <c r="D2" t="b"><v>1</v></c><c r="E2" t="str"><f>A1&amp;"x"</f><v> a &lt; b</v></c>
      <c r="F2" t="d"><v>2026-05-01T08:30:00</v></c><c r="G2" t="e"><v>#N/A</v></c></row>`,
    texts: '<si><t>zero</t></si><si><r><t>Ёлка </t></r><r><t>rich_x000D_</t></r><rPh><t>hint</t></rPh></si>',
    formats: [0, 'dd.mm.yyyy'],
  })
  assert.deepEqual(columns, ['shared', 'number', 'date', 'bool', 'formula', 'iso', 'nothing'])
  assert.deepEqual(rows, [
    { row: 2, cells: ['Ёлка rich\r', '0.3', '2026-05-01', 'true', ' a < b', '2026-05-01T08:30:00Z', null] },
  ])
})

test('dates of a file that counts from 1904 are correct', async () => {
  const rows = `${rowOf('day')}<row><c s="0"><v>44681</v></c></row>`
  const table = await read({ rows, formats: [14], from1904: true })
  assert.deepEqual(table.rows[0]!.cells, ['2026-05-01'])
})

test('omitted cells and rows keep their positions, and rows have the numbers of the sheet', async () => {
  const { rows } = await read({
    rows: `<row r="3"><c r="A3" t="str"><v>a</v></c><c r="C3" t="str"><v>c</v></c><c r="B3" t="str"><v>b</v></c></row>
      <row r="7"><c r="C7" t="str"><v>x</v></c><c r="XFD7" s="0"/></row><row r="9"/>`,
  })
  assert.deepEqual(rows, [{ row: 7, cells: [null, null, 'x'] }])
})

test('a cell with an error makes only its row fail', async () => {
  const { rows } = await read({
    rows: `${rowOf('a')}<row><c t="e"><v>#REF!</v></c></row>${rowOf('1')}`,
  })
  assert.deepEqual(
    rows.map((row) => row.problem),
    ['column 1 holds the error #REF!', undefined],
  )
})

test('the first visible sheet is read, or the given one', async () => {
  assert.deepEqual((await read({ rows: rowOf('a') })).columns, ['a'])
  assert.deepEqual((await read({ rows: rowOf('a') }, ' data')).columns, ['a'])
  await assert.rejects(read({ rows: rowOf('a') }, 'Cover'), { message: 'the file is empty' })
  await assert.rejects(read({ rows: rowOf('a') }, 'Dat'), {
    message: 'the file has no sheet "Dat"; did you mean "Data"?',
  })
})

test('a DOCTYPE is refused, and so every entity', async () => {
  const prolog = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
  await assert.rejects(read({ rows: rowOf('&f;'), prolog }), { ...unreadable, message: /DOCTYPE/ })
  await assert.rejects(read({ rows: rowOf('&f;') }), unreadable)
})

test('a sheet with too large an unpacked size is refused before it is unpacked', async () => {
  const rows = rowOf('a') + ' '.repeat(20_000_000)
  await assert.rejects(read({ rows }), { ...unreadable, message: /unpack/ })
})

test('a false size is detected while unpacking', async () => {
  const rows = rowOf('a') + rowOf('x'.repeat(1000)).repeat(1000)
  for (const declaredSheetBytes of [0, 1, 4_000_000_000])
    await assert.rejects(read({ rows, declaredSheetBytes }), unreadable)
})

/** Returns a text that is random enough to stay below the compression ratio that is rejected at once. */
const noise = (count: number): string =>
  Array.from({ length: count }, (_, index) => ((index * 2_654_435_761) >>> 0).toString(36)).join('')

test('a row has at most 1 MiB in bytes', async () => {
  const cyrillic = noise(60_000).replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x3d0))
  const [chars, bytes] = [cyrillic.length, Buffer.byteLength(cyrillic)]
  assert.ok(2 * chars < 1024 ** 2 && bytes < 1024 ** 2 && 2 * bytes > 1024 ** 2)
  assert.equal((await read({ rows: rowOf('a') + rowOf(cyrillic) })).rows.length, 1)
  await assert.rejects(read({ rows: rowOf('a', 'b') + rowOf(cyrillic, cyrillic) }), {
    ...unreadable,
    message: 'row 2 is longer than 1048576 bytes',
  })
})

test('a part that grows without limit is stopped', async () => {
  // Empty texts count as well, and the test reads them in half the time.
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `<si a="${index * 7919}"/>`).join('')
  const bombs: Record<string, SheetFile> = {
    'a text of megabytes': { rows: `${rowOf('a')}${rowOf(noise(400_000))}` },
    'an attribute of megabytes': { rows: `<row r="${noise(400_000)}"/>` },
    'a million shared texts': { rows: rowOf('a'), texts: texts(1_000_000) },
    'tags nested deeply': { rows: '<a>'.repeat(1000) + '</a>'.repeat(1000) },
    'more columns than we take': { rows: rowOf(...Array.from({ length: 1001 }, (_, index) => `c${index}`)) },
    'a column beyond every sheet': { rows: '<row><c r="ZZZZ1" t="str"><v>x</v></c></row>' },
    'a row beyond every sheet': { rows: `${rowOf('a')}<row r="1048577"><c t="str"><v>x</v></c></row>` },
    'rows that go back': { rows: '<row r="5"><c t="str"><v>x</v></c></row><row r="5"/>' },
    'a shared text that is not there': { rows: '<row><c t="s"><v>7</v></c></row>' },
    'thousands of parts': {
      rows: rowOf('a'),
      otherParts: Array.from({ length: 6000 }, (_, index) => ({ path: `xl/media/${index}.png`, content: '' })),
    },
  }
  for (const [what, file] of Object.entries(bombs)) await assert.rejects(read(file), unreadable, what)
})

test('a million empty columns with a style are ignored', async () => {
  const wide = Array.from(
    { length: 200 },
    (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="str"><v>x</v></c><c r="XFD${index + 2}" s="1"/></row>`,
  )
  const { rows } = await read({ rows: rowOf('a') + wide.join('') })
  assert.equal(rows.length, 200)
  assert.ok(rows.every((row) => row.cells.length === 1))
})

test('a zip that is not an XLSX file, or is truncated, is refused', async () => {
  await assert.rejects(read(zipOf([{ path: 'a.txt', content: 'a' }])), unreadable)
  await assert.rejects(read(zipOf([{ path: '../../a', content: 'a' }])), unreadable)
  const whole = xlsxOf({ rows: rowOf('a') })
  for (const length of [10, 100, whole.length - 30, whole.length - 1])
    await assert.rejects(read(whole.subarray(0, length)), unreadable)
})

test('a file with one changed byte is read or refused, and causes no other error', async () => {
  const whole = xlsxOf({ rows: rowOf('a', 'b') + rowOf('1', '2'), texts: '<si><t>x</t></si>', formats: [14] })
  for (let at = 0; at < whole.length; at += 5) {
    const broken = Buffer.from(whole)
    broken[at] = broken[at]! ^ 0x5a
    await read(broken).catch((error) => assert.equal(error.status, 400, String(error.stack)))
  }
})
