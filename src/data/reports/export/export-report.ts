import { Readable } from 'node:stream'
import type { Field } from '../../../query/fields/index.ts'
import type { Page } from '../../../query/index.ts'
import { type Cell, cellOf, readRows } from './cells.ts'
import { csvOf } from './csv.ts'
import { sheetOf, xlsxOf } from './xlsx.ts'

/** The formats of exported reports, with their media types. */
export const exportFormats = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type ExportFormat = keyof typeof exportFormats

/** Returns the rows of a report as a stream of a file. The file is made while it is sent. */
export function exportReport(columns: ReadonlyMap<string, Field>, { items }: Page, format: ExportFormat): Readable {
  const fields = [...columns.values()]
  const titles = fields.map(({ name }) => name)
  const rows = cellsOf(fields, items.text)
  return format === 'csv' ? Readable.from(inPieces(csvOf(titles, rows))) : xlsxOf(inPieces(sheetOf(titles, rows)))
}

function* cellsOf(fields: readonly Field[], json: string): Generator<readonly Cell[]> {
  for (const row of readRows(json)) yield fields.map((field) => cellOf(row[field.code], field))
}

const pieceChars = 32 * 1024

/** Joins short texts, because each piece costs a turn of the stream. */
function* inPieces(texts: Iterable<string>): Generator<Buffer> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < pieceChars) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}
