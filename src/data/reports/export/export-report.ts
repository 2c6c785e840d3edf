import type { Readable } from 'node:stream'
import type { Page } from '../../../query/index.ts'
import type { Cell, Field } from '../../../values/index.ts'
import { cellOf, readRows } from './cells.ts'
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
