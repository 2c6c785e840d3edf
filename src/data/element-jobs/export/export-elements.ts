import type { Readable } from 'node:stream'
import type { Reader } from '../../../foundation/db/database.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import { type PageRow, planList, readListRequest } from '../../../query/index.ts'
import { type Cell, type Field, type KnownStatuses, plainCell } from '../../../values/index.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'
import { readRows } from '../../reports/export/export-report.ts'
import { type ExportFormat, streamTable } from '../../reports/export/stream-table.ts'
import { exportColumns, exportProjection } from './export-columns.ts'

/** Returns the cell for a field of an element. References become the names of their targets. */
function elementCell(value: unknown, field: Field, statuses: KnownStatuses): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  return field.type.exported?.(value, field, statuses) ?? plainCell(value)
}

/** The settings of an export as they are stored. */
export interface ExportSettings {
  readonly fields?: readonly string[]
  readonly format: ExportFormat
}

export interface ExportDeps {
  readonly reader: Reader
  readonly caller: Caller
  readonly nowMs: number
}

/**
 * Returns a stream of a file with the elements whose ids `parts` yields. Elements that the caller can no longer see are
 * left out.
 */
export function exportElements(
  deps: ExportDeps,
  opened: OpenedApplication,
  parts: AsyncIterable<readonly string[]>,
  { fields, format }: ExportSettings,
): Readable {
  const columns = exportColumns(opened, fields)
  const titles = columns.map(({ field }) => field.name)
  return streamTable(titles, rowsOf(deps, opened, parts, columns), format)
}

type Columns = ReturnType<typeof exportColumns>

async function* rowsOf(
  deps: ExportDeps,
  opened: OpenedApplication,
  parts: AsyncIterable<readonly string[]>,
  columns: Columns,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const { statuses } = opened.application
  for await (const ids of parts) {
    const rows = await readElements(deps, opened, ids, columns)
    yield rows.map((row) => columns.map(({ field }) => elementCell(row[field.code], field, statuses)))
  }
}

/** Returns the elements in the order of `ids`. Reads them in smaller parts when the rows are too large for one read. */
async function readElements(
  deps: ExportDeps,
  opened: OpenedApplication,
  ids: readonly string[],
  columns: Columns,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { source, find } = opened
  const setting = { find, callerId: deps.caller.userId, nowMs: deps.nowMs }
  const request = { ...readListRequest({ ids, size: ids.length }), fields: exportProjection(columns) }
  const page = await deps.reader.row<PageRow>(planList(request, source, setting).page!)
  if (page!.items === null && ids.length > 1) {
    const middle = ids.length >> 1
    const first = await readElements(deps, opened, ids.slice(0, middle), columns)
    return [...first, ...(await readElements(deps, opened, ids.slice(middle), columns))]
  }
  const { text } = new JsonText(page!.items ?? '[]')
  const rows = new Map(readRows(text).map((row) => [row.__id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined ? [] : [row]
  })
}
