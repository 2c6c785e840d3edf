import { fileUnreadable } from '../errors.ts'
import { withoutGuard } from '../formula-guard.ts'
import { type Cell, type Format, isEmptyCell, type Records, type Row, type Table } from './row.ts'

/**
 * Creates a table from records. With a header, the first record that is not empty has the titles; without a header, the
 * columns are named A, B, C and so on.
 */
export async function tableOf(format: Format, records: Records, hasHeader: boolean): Promise<Table> {
  const first = await firstRecord(records)
  const titles = first.cells.map(titleOf)
  // Only reports have guarded formulas, so a leading apostrophe is removed only in reports.
  const isReport = hasHeader && titles.includes(reportMark)
  const columns = hasHeader
    ? checkTitles(isReport ? titles.map(withoutGuard) : titles)
    : titles.map((_, index) => columnLetters(index))
  const firstRow = hasHeader ? first.row + 1 : first.row
  return {
    format,
    columns,
    rows: async function* (afterRow = 0): AsyncGenerator<Row, void, undefined> {
      for await (const record of records(Math.max(firstRow, afterRow + 1))) {
        if (record.problem === undefined && record.cells.every(isEmptyCell)) continue
        yield fit(record, columns.length, isReport)
      }
    },
  }
}

/** The column that identifies a file as the report of an import. */
export const reportMark = '__result'

/** Returns the column name that spreadsheets use: 0 → A, 25 → Z, 26 → AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

/** Returns a title in the form for comparisons: trimmed, with line breaks and repeated spaces as one space. */
export function titleOf(cell: Cell): string {
  return isEmptyCell(cell) ? '' : String(cell).trim().replaceAll(/\s+/g, ' ')
}

async function firstRecord(records: Records): Promise<Row> {
  for await (const record of records(1)) {
    if (record.problem !== undefined) throw fileUnreadable(`row ${record.row} can't be read: ${record.problem}`)
    if (!record.cells.every(isEmptyCell)) return record
  }
  throw fileUnreadable('the file is empty')
}

function checkTitles(titles: readonly string[]): string[] {
  const columns = titles.slice(0, titles.findLastIndex((title) => title !== '') + 1)
  columns.forEach((title, index) => {
    if (title === '') throw fileUnreadable(`column ${index + 1} has no title in the header`)
    const before = columns.indexOf(title)
    if (before === index) return
    throw fileUnreadable(`the header has the column "${title}" twice, as column ${before + 1} and ${index + 1}`)
  })
  return columns
}

function fit(record: Row, width: number, isReport: boolean): Row {
  const extra = record.cells.findIndex((cell, index) => index >= width && !isEmptyCell(cell))
  const cells = Array.from({ length: width }, (_, index) => {
    const cell = record.cells[index] ?? null
    return isReport && typeof cell === 'string' ? withoutGuard(cell) : cell
  })
  const problem = record.problem ?? (extra < 0 ? undefined : `column ${extra + 1} holds a value but has no title`)
  return problem === undefined ? { row: record.row, cells } : { row: record.row, cells, problem }
}
