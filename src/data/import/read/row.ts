import type { JsonValue } from '../../../foundation/kit/json.ts'

/** The content of a cell: text, or any JSON value in JSONL. */
export type Cell = JsonValue

export interface Row {
  /** The number of the row in the file, counted from 1; a header counts, too. */
  readonly row: number
  /** The cells, in the order of the columns. An empty cell is null or a blank text. */
  readonly cells: readonly Cell[]
  /** The reason why this row can't be read, as a sentence for the report; other rows are not affected. */
  readonly problem?: string
}

/** Returns the records from row `fromRow` on, including a header; records may have different numbers of cells. */
export type Records = (fromRow: number) => AsyncGenerator<Row, void, undefined>

export interface Table {
  readonly format: Format
  /** The unique titles: the trimmed texts of the header, letters when there is no header, or the keys of JSONL. */
  readonly columns: readonly string[]
  /** Returns the non-empty rows after row `afterRow`, in order. Each call reads the file again. */
  readonly rows: (afterRow?: number) => AsyncGenerator<Row, void, undefined>
}

export type Format = 'csv' | 'xlsx' | 'jsonl'

export function isEmptyCell(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')
}
