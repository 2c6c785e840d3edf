import type { Readable } from 'node:stream'
import type { Page } from '../../../query/index.ts'
import { type Cell, type Field, parseWithRawNumbers } from '../../../values/index.ts'
import { type ExportFormat, streamTable } from './stream-table.ts'

/** Returns a stream of a file with the rows of a report. The file is generated while it is sent. */
export function exportReport(columns: ReadonlyMap<string, Field>, { items }: Page, format: ExportFormat): Readable {
  const fields = [...columns.values()]
  const titles = fields.map(({ name }) => name)
  return streamTable(titles, [cellsOf(fields, items.text)], format)
}

function* cellsOf(fields: readonly Field[], json: string): Generator<readonly Cell[]> {
  for (const row of readRows(json)) yield fields.map((field) => cellOf(row[field.code], field))
}

/** Returns the rows of a page. Numbers stay texts with all their digits. */
export function readRows(text: string): readonly Readonly<Record<string, unknown>>[] {
  return parseWithRawNumbers(text) as readonly Readonly<Record<string, unknown>>[]
}

/** Returns the cell of a value in a column of a report. */
function cellOf(value: unknown, column: Field): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  return column.type.asReportColumn!(column).cell(value)
}
