import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SourceFile } from '../../../foundation/kit/source-file.ts'
import type { Application } from '../../applications/application.ts'
import { suggestFields } from '../mapping.ts'
import { type Cell, type Format, isEmptyCell } from '../read/row.ts'
import { openTable, type ReadOptions, sheetNames } from '../read/table.ts'

/** The number of rows that a preview shows. */
const shownRows = 20
const maxSamples = 3
const maxShownChars = 500
/** The maximum number of rows that are counted; a preview of a larger file has no total. */
const maxCounted = 100_000
/** The number of rows that are read before the event loop gets a turn. */
const rowsInOneGo = 200

/** The beginning of a file as an import would read it. */
export interface FilePreview {
  readonly format: Format
  /** The names of the sheets of a workbook; empty for other formats. */
  readonly sheets: readonly string[]
  readonly columns: readonly {
    readonly name: string
    /** The code of the field that the column fits; null when none does. */
    readonly field: string | null
    /** The first values of the column, as texts. */
    readonly samples: readonly string[]
  }[]
  /** The first rows, as texts; null for an empty cell. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** The number of rows; null for a file with more than 100,000. */
  readonly total: number | null
}

/**
 * Reads the beginning of a file and counts its rows. The fields of columns come from `mapping` where it names them,
 * otherwise from the codes and titles of fields. Throws the errors of `openTable`.
 */
export async function previewFile(
  file: SourceFile,
  options: ReadOptions,
  application: Pick<Application, 'fields'>,
  mapping?: Readonly<Record<string, string>>,
): Promise<FilePreview> {
  const table = await openTable(file, options)
  const rows: (string | null)[][] = []
  let total = 0
  for await (const { cells } of table.rows()) {
    total++
    if (rows.length < shownRows) rows.push(cells.map(shownCell))
    if (total % rowsInOneGo === 0) await nextTurn()
    if (total > maxCounted) break
  }
  const fields = suggestFields(table.columns, application, mapping)
  return {
    format: table.format,
    sheets: table.format === 'xlsx' ? await sheetNames(file) : [],
    columns: table.columns.map((name, index) => ({
      name,
      field: fields.get(name) ?? null,
      samples: rows.flatMap((cells) => cells[index] ?? []).slice(0, maxSamples),
    })),
    rows,
    total: total > maxCounted ? null : total,
  }
}

function shownCell(cell: Cell): string | null {
  if (isEmptyCell(cell)) return null
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.slice(0, maxShownChars).toWellFormed()
}
