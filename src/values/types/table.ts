import { type TSchema, Type } from 'typebox'
import { sql } from '../../foundation/db/sql.ts'
import { isObject, type JsonObject, type JsonValue } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { plainCell } from '../cells.ts'
import { isEmpty } from '../empty.ts'
import { shown, wrongValue } from '../errors.ts'
import { rowType } from '../expression-values.ts'
import type { Field, FieldType } from '../field-type.ts'
import { onlyEmpty, parseCell } from './json.ts'

const maxRows = 10_000
/**
 * The maximum number of cells of a table. Each row is stored with all its columns, so a few bytes of empty rows could
 * otherwise grow into megabytes of a wide table.
 */
const maxCells = 100_000

/**
 * A table: rows whose columns have their own types, and results (such as sums) under the codes of the columns: `{rows,
 * result}`. Each stored row has every column. Keys that begin with `__` are dropped, as in a context.
 */
export const tableType: FieldType = {
  code: 'TABLE',
  word: 'table',
  column: { type: 'jsonb', value: (json) => sql`nullif(${json}, 'null'::jsonb)` },
  settings: Type.Object({
    columns: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: 100,
      description: 'Columns of the table: fields of any type except table.',
    }),
  }),
  wire: (field) => {
    const cells = [...columnsOf(field).values()].map((column) => [column.code, orNull(column)] as const)
    return Type.Object({
      rows: Type.Array(Type.Object(Object.fromEntries(cells))),
      result: Type.Object(Object.fromEntries(cells.map(([code, schema]) => [code, Type.Optional(schema)]))),
    })
  },
  read(value, field) {
    // PHP clients write an empty map as `[]`.
    if (Array.isArray(value) && value.length === 0) return null
    if (!isObject(value)) throw wrongValue(field, `must be {rows, result}, not ${shown(value)}`)
    const rows = value.rows ?? []
    if (!Array.isArray(rows)) throw wrongValue(field, `rows must be a list, not ${shown(rows)}`)
    if (rows.length > maxRows) throw wrongValue(field, `holds at most ${maxRows} rows, not ${rows.length}`)
    const cells = rows.length * columnsOf(field).size
    if (cells > maxCells) throw wrongValue(field, `holds at most ${maxCells} cells (rows × columns), not ${cells}`)
    const kept = rows.map((row, index) => readRow(row, field, index))
    const result = readCells(value.result ?? {}, field, 'result')
    return kept.length === 0 && Object.keys(result).length === 0 ? null : { rows: kept, result }
  },
  cell: parseCell,
  criterion: onlyEmpty,
  holdsRows: true,
  comparable: undefined,
  inName: undefined,
  exported: plainCell,
  inDocuments: { type: () => 'Any' },
  asInputs: {
    table: {
      type: { list: 'Any' },
      fits: (value) => Array.isArray(value) && value.every(isObject),
      expected: 'a list of rows',
      hasColumns: true,
    },
  },
  asVariables: { table: { needs: 'columns', isOutsideTables: true } },
  inExpressions: { type: (field) => ({ list: rowType(field) }) },
  asReportColumn: undefined,
  asReportParameter: undefined,
}

function columnsOf(field: Field): ReadonlyMap<string, Field> {
  return field.columns ?? new Map()
}

function orNull(column: Field): TSchema {
  return Type.Union([column.type.wire(column), Type.Null()])
}

function readRow(row: unknown, field: Field, index: number): JsonObject {
  const given = readCells(row, field, index)
  const kept: JsonObject = {}
  for (const [code, column] of columnsOf(field)) {
    const value: JsonValue = Object.hasOwn(given, code) ? given[code]! : column.defaultValue
    if (column.required && isEmpty(value)) throw wrongValue(cellOf(field, index, code), 'is required')
    kept[code] = value
  }
  return kept
}

/** The index of a row, or the results. */
type RowPosition = number | 'result'

/** Reads the cells that were given, each by the type of its column. */
function readCells(cells: unknown, field: Field, row: RowPosition): JsonObject {
  if (Array.isArray(cells) && cells.length === 0) return {}
  if (!isObject(cells)) {
    throw wrongValue({ code: pathOf(field, row) }, `must be an object with columns, not ${shown(cells)}`)
  }
  const columns = columnsOf(field)
  const kept: JsonObject = {}
  for (const code of Object.keys(cells)) {
    if (code.startsWith('__')) continue
    const value = cells[code]
    const column = columns.get(code)
    if (column === undefined) {
      throw wrongValue(cellOf(field, row, code), `the table has no such column${didYouMean(code, columns.keys())}`)
    }
    kept[code] = value === null || value === undefined ? null : readCell(value, column, field, row)
  }
  return kept
}

function readCell(value: unknown, column: Field, field: Field, row: RowPosition): JsonValue {
  try {
    return column.type.read(value, column)
  } catch {
    // Reads the cell again for an error that names the row of the cell. Building the row for every cell would cost
    // more than reading it.
    return column.type.read(value, { ...column, ...cellOf(field, row, column.code) })
  }
}

function cellOf(field: Field, row: RowPosition, code: string): { code: string } {
  return { code: `${pathOf(field, row)}.${code}` }
}

function pathOf(field: Field, row: RowPosition): string {
  return row === 'result' ? `${field.code}.result` : `${field.code}.rows[${row}]`
}
