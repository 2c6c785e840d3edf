import { type TSchema, Type } from 'typebox'
import { sql } from '../db/sql.ts'
import { isObject, type JsonObject, type JsonValue } from '../kit/json.ts'
import { didYouMean } from '../kit/nearest.ts'
import { shown, wrongValue } from './errors.ts'
import type { Field, FieldType } from './field-type.ts'
import { onlyEmpty, parseCell } from './json.ts'

const mostRows = 10_000

/**
 * Rows with columns of their own types, and results (sums and the like) under the same codes: `{rows, result}`.
 * Each kept row has every column. What clients add under `__…` is left out, as in a context.
 */
export const tableType: FieldType = {
  code: 'TABLE',
  word: 'table',
  column: { type: 'jsonb', value: (json) => sql`nullif(${json}, 'null'::jsonb)` },
  settings: Type.Object({
    columns: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: 100,
      description: 'Fields of a row; any type but table.',
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
    // An empty map is a list in PHP.
    if (Array.isArray(value) && value.length === 0) return null
    if (!isObject(value)) throw wrongValue(field, `must be {rows, result}, not ${shown(value)}`)
    const rows = value.rows ?? []
    if (!Array.isArray(rows)) throw wrongValue(field, `rows must be a list, not ${shown(rows)}`)
    if (rows.length > mostRows) throw wrongValue(field, `holds at most ${mostRows} rows, not ${rows.length}`)
    const kept = rows.map((row, index) => readRow(row, field, `${field.code}.rows[${index}]`))
    const result = readCells(value.result ?? {}, field, `${field.code}.result`)
    return kept.length === 0 && Object.keys(result).length === 0 ? null : { rows: kept, result }
  },
  cell: parseCell,
  criterion: onlyEmpty,
}

function columnsOf(field: Field): ReadonlyMap<string, Field> {
  return field.columns ?? new Map()
}

function orNull(column: Field): TSchema {
  return Type.Union([column.type.wire(column), Type.Null()])
}

function readRow(row: unknown, field: Field, path: string): JsonObject {
  const given = readCells(row, field, path)
  const kept: JsonObject = {}
  for (const [code, column] of columnsOf(field)) {
    const value: JsonValue = Object.hasOwn(given, code) ? given[code]! : column.defaultValue
    if (column.required && (value === null || value === ''))
      throw wrongValue({ code: `${path}.${code}` }, 'is required')
    kept[code] = value
  }
  return kept
}

/** The given cells only, each checked by its column. */
function readCells(cells: unknown, field: Field, path: string): JsonObject {
  if (Array.isArray(cells) && cells.length === 0) return {}
  if (!isObject(cells)) throw wrongValue({ code: path }, `must be an object with columns, not ${shown(cells)}`)
  const kept: JsonObject = {}
  for (const [code, value] of Object.entries(cells)) {
    if (code.startsWith('__')) continue
    const column = columnsOf(field).get(code)
    if (column === undefined) {
      const known = columnsOf(field).keys()
      throw wrongValue({ code: `${path}.${code}` }, `the table has no such column${didYouMean(code, known)}`)
    }
    // Named by its place, so that the refusal tells which row is wrong.
    const place = { ...column, code: `${path}.${code}` }
    kept[code] = value === null || value === undefined ? null : column.type.read(value, place)
  }
  return kept
}
