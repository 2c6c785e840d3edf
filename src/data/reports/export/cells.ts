import { type Cell, type Field, parseWithRawNumbers } from '../../../values/index.ts'

/** Returns the rows of a page. Numbers stay texts with all their digits. */
export function readRows(text: string): readonly Readonly<Record<string, unknown>>[] {
  return parseWithRawNumbers(text) as readonly Readonly<Record<string, unknown>>[]
}

/** Returns the cell of a value in a column of a report. */
export function cellOf(value: unknown, column: Field): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  return column.type.asReportColumn!(column).cell(value)
}
