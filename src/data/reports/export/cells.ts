import { type Field, isRawNumber, parseWithRawNumbers } from '../../../values/index.ts'
import { columnKind } from '../definition/report-problems.ts'

/** A cell of an exported table. A number is kept as text, so that it keeps all its digits. */
export type Cell =
  | { readonly is: 'empty' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'boolean'; readonly value: boolean }
  /** A moment in UTC, a day, or a time of day: RFC 3339. */
  | { readonly is: 'datetime' | 'date' | 'time'; readonly text: string }

/** Returns the rows of a page. Numbers stay texts with all their digits. */
export function readRows(text: string): readonly Readonly<Record<string, unknown>>[] {
  return parseWithRawNumbers(text) as readonly Readonly<Record<string, unknown>>[]
}

/** Returns the cell of a value in a column. */
export function cellOf(value: unknown, column: Field): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  if (isRawNumber(value)) return { is: 'number', text: value.rawJSON }
  if (typeof value === 'boolean') return { is: 'boolean', value }
  if (typeof value !== 'string') return { is: 'text', text: JSON.stringify(value) }
  const kind = columnKind(column)
  if (kind === 'datetime') return { is: kind, text: value }
  if (kind === 'date') return { is: kind, text: value.slice(0, 10) }
  return kind === 'time' ? { is: kind, text: value.slice(11, 19) } : { is: 'text', text: value }
}
