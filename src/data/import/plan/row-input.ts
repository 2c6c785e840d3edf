import type { Field } from '../../../values/index.ts'
import type { Application, Status } from '../../applications/application.ts'
import { type ElementInput, readElementInput } from '../../elements/rules/read-element-input.ts'
import { readCells } from '../cells.ts'
import { wrongRow } from '../errors.ts'
import type { Target } from '../mapping.ts'
import { type ImportProblem, problemOf } from '../problem.ts'
import type { Row } from '../read/row.ts'
import { type References, targetOf, textsIn } from './references.ts'

/** A row after its cells were read, with the problems that were found. */
export interface ReadRow {
  readonly row: number
  /** The values by field code; references are texts that are still to be looked up. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly system: ReturnType<typeof readCells>['system']
  readonly problems: readonly ImportProblem[]
}

/** A row converted into the input of an element, validated by the same rules as a created element. */
export interface RowInput {
  readonly row: number
  readonly input: ElementInput
  /** The status; undefined when the file has none for this row. */
  readonly status: Status | undefined
  /** The id of the row's element; null for an empty cell, undefined without a column `__id`. */
  readonly id: string | null | undefined
}

export function readRow(
  row: Row,
  targets: readonly Target[],
  application: Application,
  nullTexts?: readonly string[],
): ReadRow {
  if (row.problem !== undefined) {
    const problem = problemOf(wrongRow(row.problem), row.row)
    return { row: row.row, fields: {}, system: {}, problems: [problem] }
  }
  const { fields, system, problems } = readCells(row, targets, application, nullTexts)
  return { row: row.row, fields, system, problems: problems.map((problem) => ({ row: row.row, ...problem })) }
}

/**
 * Converts a row into the input of an element. Throws when a field does not accept its value or a reference is unknown.
 */
export function inputOf(read: ReadRow, application: Application, references: References): RowInput {
  const context: Record<string, unknown> = {}
  for (const [code, value] of Object.entries(read.fields)) {
    context[code] = value === null ? null : withIds(application.fields.get(code)!, value, references)
  }
  const { __id, __status, ...columns } = read.system
  return {
    row: read.row,
    input: readElementInput(application, { ...context, ...columns }),
    status: __status ?? undefined,
    id: __id,
  }
}

function withIds(field: Field, value: unknown, references: References): unknown {
  if (targetOf(field) !== undefined) return idsIn(field, value, references)
  // The cell of a directory is a list of one text, but the value of the field is a single id.
  const isOne = field.type.refersTo?.(field).to === 'directory' && Array.isArray(value) && value.length === 1
  return isOne ? value[0] : value
}

function idsIn(field: Field, value: unknown, references: References): unknown {
  const entries = Array.isArray(value) ? value : [value]
  // A value that is not text is passed on, so that the field type reports it.
  if (!entries.every((entry) => typeof entry === 'string')) return value
  return textsIn(entries).map((text) => references.idOf(field, text))
}
