import type { Readable } from 'node:stream'
import type { Reader } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import { type PageRow, planList, readListRequest } from '../../../query/index.ts'
import { type Field, isRawNumber, type KnownStatuses } from '../../../values/index.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'
import { type Cell, cellOf, readRows } from '../../reports/export/cells.ts'
import { type ExportFormat, streamTable } from '../../reports/export/stream-table.ts'
import { exportColumns, exportProjection } from './export-columns.ts'

/** The keys that can hold the text of a list entry or an object, in order of preference. */
const textKeys = ['__name', 'name', 'tel', 'email', 'login', 'code', '__id', 'id']

/**
 * Returns the cell for a field of an element. Lists become texts with `; ` between their entries, the form that an
 * import reads; references become the names of their targets.
 */
function elementCell(value: unknown, field: Field, statuses: KnownStatuses): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  const { exported, isExportedAsJson = false } = field.type
  if (exported !== undefined && isObject(value)) return textCell(exported(value, statuses))
  if (Array.isArray(value)) return textCell(value.map(textOf).join('; '))
  const isNamed = isObject(value) && !isRawNumber(value) && !isExportedAsJson
  return isNamed ? textCell(textOf(value)) : cellOf(value, field)
}

const textCell = (text = ''): Cell => (text === '' ? { is: 'empty' } : { is: 'text', text })

function textOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (isObject(entry)) {
    const key = textKeys.find((one) => typeof entry[one] === 'string' && entry[one] !== '')
    if (key !== undefined) return String(entry[key])
  }
  return JSON.stringify(entry)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
  const rows = new Map(readRows(page!.items ?? '[]').map((row) => [row.__id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row === undefined ? [] : [row]
  })
}
