import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withGuard, withoutGuard } from './formula-guard.ts'
import { fileOf } from './read/source-files.fixture.ts'
import { openTable } from './read/table.ts'
import { reportOf } from './report.ts'

test('a report has the columns of the source, followed by its own', () => {
  const report = reportOf(['code', 'note'])
  assert.equal(report.head, '\ufeffcode;note;__row;__result;__id;__error\r\n')
  const line = report.line({ row: 7, cells: ['007', 'a;"b"\nc'] }, { result: 'created', id: 'x' })
  assert.equal(line, '007;"a;""b""\nc";7;created;x;\r\n')
})

test('columns of an earlier report are replaced', () => {
  const report = reportOf(['__row', 'code', '__result', '__id', '__error'])
  assert.equal(report.head, '\ufeffcode;__row;__result;__id;__error\r\n')
  const line = report.line({ row: 2, cells: ['9', 'x', 'failed', '', 'old'] }, { result: 'failed', error: 'new' })
  assert.equal(line, 'x;2;failed;;new\r\n')
})

test('no cell of a report begins like a formula', () => {
  for (const text of ['=1+1', '+7', '-1', '@x', '\t=1', '\rx', '"=1', "'=1", '\n=1']) {
    assert.equal(withGuard(text), `'${text}`)
  }
  for (const text of ['', 'a=1', "it's", "'plain", '1-1', '7']) assert.equal(withGuard(text), text)
})

test('the formula guard can be reversed for any text, and leaves other texts unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '"', '\n', '\r', '\t', '=', '+', '-', '@', 'a', ';', ' ') })
  fc.assert(fc.property(text, (original) => withoutGuard(withGuard(original)) === original))
})

test('a report that is imported again has the cells of the source', async () => {
  const letters = fc.constantFrom("'", '"', '\n', '\r', '=', '-', 'a', ';', ',')
  const cell = fc.string({ unit: letters }).map((text) => `${text}z`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (source) => {
      const report = reportOf(['=first', 'second'])
      const lines = source.map((cells, index) => report.line({ row: index + 2, cells }, { result: 'unchanged' }))
      const table = await openTable(fileOf(report.head + lines.join(''), 5))
      const rows = await Array.fromAsync(table.rows())
      assert.deepEqual(table.columns.slice(0, 2), ['=first', 'second'])
      assert.deepEqual(
        rows.map((row) => row.cells.slice(0, 2)),
        source,
      )
    }),
  )
})
