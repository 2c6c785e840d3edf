import { csvLine } from './csv-line.ts'
import { withGuard } from './formula-guard.ts'
import { reportMark } from './read/header.ts'
import type { Cell, Row } from './read/row.ts'

export interface Outcome {
  readonly result: 'created' | 'updated' | 'unchanged' | 'failed'
  readonly id?: string
  /** The reasons for the failure, as one or several sentences. */
  readonly error?: string
}

export interface Report {
  /** The beginning of the file: the byte order mark, by which spreadsheets detect UTF-8, and the titles. */
  readonly head: string
  readonly line: (row: Row, outcome: Outcome) => string
}

const ownColumns = ['__row', reportMark, '__id', '__error']

/**
 * Creates a CSV report, with `;` between the cells, of the outcome of each row: the columns of the source file, then
 * the report's own columns. Users correct the report and import it again; therefore columns of an earlier report are
 * replaced, and formulas are guarded.
 */
export function reportOf(columns: readonly string[]): Report {
  const kept = columns.flatMap((column, index) => (ownColumns.includes(column) ? [] : [index]))
  return {
    head: `\ufeff${guardedLine([...kept.map((index) => columns[index]!), ...ownColumns])}`,
    line: (row, { result, id = '', error = '' }) =>
      guardedLine([...kept.map((index) => textOf(row.cells[index] ?? null)), String(row.row), result, id, error]),
  }
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

function guardedLine(texts: readonly string[]): string {
  return csvLine(texts.map(withGuard))
}
