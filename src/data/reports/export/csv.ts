import { csvLine } from '../../import/csv-line.ts'
import { withGuard } from '../../import/formula-guard.ts'
import type { Cell } from './cells.ts'

/**
 * Yields a CSV file with `;` between the cells. It begins with a byte order mark, by which spreadsheets detect UTF-8.
 * Texts that look like a formula get an apostrophe in front, so that no spreadsheet runs them.
 */
export function* csvOf(titles: readonly string[], rows: Iterable<readonly Cell[]>): Generator<string> {
  yield `\ufeff${csvLine(titles.map(withGuard))}`
  for (const cells of rows) yield csvLine(cells.map(textOf))
}

function textOf(cell: Cell): string {
  if (cell.is === 'empty') return ''
  if (cell.is === 'boolean') return String(cell.value)
  // A number cannot be a formula, and an apostrophe before a minus would turn the number into a text.
  return cell.is === 'text' ? withGuard(cell.text) : cell.text
}
