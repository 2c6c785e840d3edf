import { csvLine } from '../../import/csv-line.ts'
import { withGuard } from '../../import/formula-guard.ts'
import type { Cell } from './cells.ts'
import type { SheetFormat } from './sheet-format.ts'

/**
 * The format of CSV files with `;` between the cells. A file begins with a byte order mark, by which spreadsheets
 * detect UTF-8. Texts that look like a formula get an apostrophe in front, so that no spreadsheet runs them.
 */
export const csvFormat: SheetFormat = {
  head: (titles) => `\ufeff${csvLine(titles.map(withGuard))}`,
  row: (cells) => csvLine(cells.map(textOf)),
  tail: '',
}

function textOf(cell: Cell): string {
  if (cell.is === 'empty') return ''
  if (cell.is === 'boolean') return String(cell.value)
  // A number cannot be a formula, and an apostrophe before a minus would turn the number into a text.
  return cell.is === 'text' ? withGuard(cell.text) : cell.text
}
