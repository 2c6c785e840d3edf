import type { JsonValue } from '../../../kit/json.ts'

/** Text as it stands in the file; another JSON value only where the format has them (JSONL). */
export type Cell = JsonValue

export interface Row {
  /** As a person counts in the file: with a header, the first row of data is 2. */
  readonly row: number
  /** One for each column of the table; null where nothing stands. */
  readonly cells: readonly Cell[]
  /** Set when this row can't be taken as it is, though those behind it can: a sentence for the report. */
  readonly problem?: string
}

/** Records from row `fromRow` on, a header among them, their cells as many as each of them has. */
export type Records = (fromRow: number) => AsyncGenerator<Row, void, undefined>

export interface Table {
  readonly format: Format
  /** Titles, trimmed, each of them once. */
  readonly columns: readonly string[]
  /** The rows behind row `afterRow`, in order; empty ones are left out. Each call reads the file anew. */
  readonly rows: (afterRow?: number) => AsyncGenerator<Row, void, undefined>
}

export type Format = 'csv' | 'xlsx' | 'jsonl'

export function isEmptyCell(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')
}
