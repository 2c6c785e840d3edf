import type { Cell } from '../../../values/index.ts'

/** The functions that turn the rows of a table into the text of a file. */
export interface SheetFormat {
  head(titles: readonly string[]): string
  row(cells: readonly Cell[]): string
  readonly tail: string
}
