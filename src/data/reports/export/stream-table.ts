import { Readable } from 'node:stream'
import type { Cell } from '../../../values/index.ts'
import { csvLine } from '../../import/csv-line.ts'
import { withGuard } from '../../import/formula-guard.ts'
import { type SheetFormat, sheetFormat, xlsxOf } from './xlsx.ts'

/**
 * The format of CSV files with `;` between the cells. A file begins with a byte order mark, by which spreadsheets
 * detect UTF-8. Texts that look like a formula get an apostrophe in front, so that no spreadsheet runs them.
 */
const csvFormat: SheetFormat = {
  head: (titles) => `\ufeff${csvLine(titles.map(withGuard))}`,
  row: (cells) => csvLine(cells.map(textOf)),
  tail: '',
}

function textOf(cell: Cell): string {
  if (cell.is === 'empty') return ''
  if (cell.is === 'boolean') return String(cell.value)
  // A number cannot be a formula, and an apostrophe before a minus would turn the number into a text.
  return cell.is === 'text' ? withGuard(cell.text) : cell.text
}

/** The formats of exported tables, with their media types. */
export const exportFormats = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type ExportFormat = keyof typeof exportFormats

/** Rows of a table, in parts that are read one after another. */
export type RowParts = Iterable<Iterable<readonly Cell[]>> | AsyncIterable<Iterable<readonly Cell[]>>

/** Returns a table as a stream of a file. The file is generated while it is read. */
export function streamTable(titles: readonly string[], parts: RowParts, format: ExportFormat): Readable {
  const sheet = format === 'csv' ? csvFormat : sheetFormat
  const pieces = Readable.from(inPieces(sheet, titles, parts))
  return format === 'csv' ? pieces : xlsxOf(pieces)
}

const pieceChars = 32 * 1024

/** Yields the text of a file in larger pieces, because each piece costs a turn of the stream. */
async function* inPieces(sheet: SheetFormat, titles: readonly string[], parts: RowParts): AsyncGenerator<Buffer> {
  let piece = sheet.head(titles)
  for await (const rows of parts) {
    for (const cells of rows) {
      piece += sheet.row(cells)
      if (piece.length < pieceChars) continue
      yield Buffer.from(piece)
      piece = ''
    }
  }
  yield Buffer.from(piece + sheet.tail)
}
