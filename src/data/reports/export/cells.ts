import type { Field } from '../../../query/fields/index.ts'
import { columnKind } from '../definition/report-problems.ts'

/** A cell of an exported report. A number is a text, so that it keeps all its digits. */
export type Cell =
  | { readonly is: 'empty' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'boolean'; readonly value: boolean }
  /** A moment in UTC, a day, or a time of day: RFC 3339. */
  | { readonly is: 'datetime' | 'date' | 'time'; readonly text: string }

/** Reads the rows of a page with their numbers as texts. */
export function readRows(json: string): readonly Readonly<Record<string, unknown>>[] {
  return JSON.parse(json, (_key, value, context?: { readonly source: string }) =>
    typeof value === 'number' && context ? new NumberText(context.source) : value,
  )
}

class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): unknown {
    return Number(this.text)
  }
}

/** Returns the cell of a value in a column. */
export function cellOf(value: unknown, column: Field): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  if (value instanceof NumberText) return { is: 'number', text: value.text }
  if (typeof value === 'boolean') return { is: 'boolean', value }
  if (typeof value !== 'string') return { is: 'text', text: JSON.stringify(value) }
  const kind = columnKind(column)
  if (kind === 'datetime') return { is: kind, text: value }
  if (kind === 'date') return { is: kind, text: value.slice(0, 10) }
  return kind === 'time' ? { is: kind, text: value.slice(11, 19) } : { is: 'text', text: value }
}
