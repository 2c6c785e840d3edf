import type { Field } from '../../../values/index.ts'
import { columnKind } from '../definition/report-problems.ts'

/** A cell of an exported table. A number is kept as text, so that it keeps all its digits. */
export type Cell =
  | { readonly is: 'empty' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'boolean'; readonly value: boolean }
  /** A moment in UTC, a day, or a time of day: RFC 3339. */
  | { readonly is: 'datetime' | 'date' | 'time'; readonly text: string }

/** The functions of `JSON` that keep the source texts of numbers. TypeScript does not declare them yet. */
interface RawJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown
  rawJSON(text: string): { readonly rawJSON: string }
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
}
const json = JSON as unknown as RawJson

/** Returns the rows of a page. Numbers stay texts with all their digits. */
export function readRows(text: string): readonly Readonly<Record<string, unknown>>[] {
  const rows = json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  )
  return rows as readonly Readonly<Record<string, unknown>>[]
}

/** Returns the cell of a value in a column. */
export function cellOf(value: unknown, column: Field): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  if (json.isRawJSON(value)) return { is: 'number', text: value.rawJSON }
  if (typeof value === 'boolean') return { is: 'boolean', value }
  if (typeof value !== 'string') return { is: 'text', text: JSON.stringify(value) }
  const kind = columnKind(column)
  if (kind === 'datetime') return { is: kind, text: value }
  if (kind === 'date') return { is: kind, text: value.slice(0, 10) }
  return kind === 'time' ? { is: kind, text: value.slice(11, 19) } : { is: 'text', text: value }
}

/** Returns whether a value is a number that `readRows` kept as a text. */
export function isRawNumber(value: unknown): value is { readonly rawJSON: string } {
  return json.isRawJSON(value)
}
