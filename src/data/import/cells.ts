import { PlatformError } from '../../foundation/kit/errors.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { JsonValue } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Field } from '../../values/index.ts'
import type { Application, Status } from '../applications/application.ts'
import { unknownStatus } from '../errors.ts'
import { wrongCell } from './errors.ts'
import type { SystemCode, Target } from './mapping.ts'
import { type Cell, isEmptyCell, type Row } from './read/row.ts'

/** The values of a row. A key is absent when the file has no such column; null empties the field. */
export interface RowValues {
  /** The values by field code, for `field.type.read`; references are still texts to be looked up. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly system: SystemValues
  readonly problems: readonly CellProblem[]
}

interface SystemValues {
  readonly __id?: string | null
  readonly __name?: string | null
  readonly __externalId?: string | null
  readonly __directory?: string | null
  /** The status; null for an empty cell, which leaves the status unchanged. */
  readonly __status?: Status | null
}

/** An error in a cell, in the form in which the status of an import lists it. */
interface CellProblem {
  readonly column: string
  readonly value: Cell
  readonly code: string
  readonly message: string
}

/** Texts that mean "no value" by default; `NA` is the convention of statistical tables. */
const usualNullTexts: readonly string[] = ['NA']

/**
 * Reads the cells of a row and collects all errors in it, not only the first. A cell that is empty or one of
 * `nullTexts` becomes null.
 */
export function readCells(
  row: Row,
  targets: readonly Target[],
  application: Pick<Application, 'statuses'>,
  nullTexts: readonly string[] = usualNullTexts,
): RowValues {
  const isNothing = (cell: Cell): cell is null =>
    isEmptyCell(cell) || (typeof cell === 'string' && nullTexts.includes(cell.trim()))
  const fields: Record<string, unknown> = {}
  const system: Record<string, unknown> = {}
  const problems: CellProblem[] = []
  for (const target of targets) {
    const given = row.cells[target.index] ?? null
    const cell = isNothing(given) ? null : given
    try {
      if ('field' in target) fields[target.field.code] = fieldValue(cell, target.field)
      else system[target.system] = cell === null ? null : systemValue(textOf(cell), target.system, application)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      problems.push({ column: target.column, value: shortened(cell), code: error.code, message: error.message })
    }
  }
  return { fields, system: system as SystemValues, problems }
}

function fieldValue(cell: Cell, field: Field): unknown {
  return typeof cell === 'string' ? field.type.cell(cell.trim(), field) : cell
}

function systemValue(text: string, code: SystemCode, application: Pick<Application, 'statuses'>): string | Status {
  switch (code) {
    case '__status':
      return statusOf(text, application.statuses)
    case '__id':
    case '__directory':
      if (isUuid(text)) return text.toLowerCase()
      throw wrongCell(`${code} must be a UUID`, { field: code })
    default:
      return text
  }
}

function statusOf(text: string, statuses: readonly Status[]): Status {
  const word = text.toLowerCase()
  const found =
    statuses.find((status) => status.code === text) ??
    statuses.find((status) => status.code.toLowerCase() === word || status.name.toLowerCase() === word)
  if (found !== undefined) return found
  const words = statuses.flatMap((status) => [status.code, status.name])
  throw unknownStatus(`unknown status "${text.slice(0, 100)}"${didYouMean(text, words)}`, { field: '__status' })
}

function textOf(cell: Exclude<Cell, null>): string {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  throw wrongCell('the value must be a text')
}

/** Cuts a value to 200 characters, because up to 100 errors are stored and shown. */
function shortened(cell: Cell): JsonValue {
  if (cell === null || typeof cell === 'number' || typeof cell === 'boolean') return cell
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
