import { Readable } from 'node:stream'
import type { Cell } from './cells.ts'
import { csvFormat } from './csv.ts'
import type { SheetFormat } from './sheet-format.ts'
import { sheetFormat, xlsxOf } from './xlsx.ts'

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
