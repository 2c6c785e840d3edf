import type { FeelType } from '../feel/index.ts'
import { isObject, type JsonValue } from '../foundation/kit/json.ts'
import type { Field } from './field-type.ts'

/**
 * Returns a stored value in the form that expressions and scripts read: a user, group, element or file as an id, a
 * choice as a code, a date without a time, a table as the list of its rows. A list of values stays a list.
 */
export function toExpression(field: Field, value: JsonValue): JsonValue {
  if (value === null) return null
  if (field.type.holdsRows) return isObject(value) ? rowsOf(field, value) : value
  const { isStoredAsList = false, read = (entry: JsonValue) => entry } = field.type.inExpressions ?? {}
  if (!Array.isArray(value)) return read(value, field)
  if (field.array) return value.map((entry) => read(entry, field))
  return isStoredAsList ? read(value[0] ?? null, field) : read(value, field)
}

function rowsOf({ columns }: Field, { rows }: Readonly<Record<string, unknown>>): JsonValue {
  const cells = (row: Readonly<Record<string, JsonValue>>) =>
    Object.entries(row).map(([code, value]) => {
      const column = columns?.get(code)
      return [code, column === undefined ? value : toExpression(column, value)] as const
    })
  return (rows as Record<string, JsonValue>[]).map((row) => Object.fromEntries(cells(row)))
}

/**
 * Returns the result of an expression or script in the form that the field accepts; the inverse of `toExpression`.
 * Dates and local times are read in `timeZone`.
 */
export function fromExpression(field: Field, value: JsonValue, timeZone: string): JsonValue {
  if (value === null) return null
  if (field.type.holdsRows)
    return Array.isArray(value) && value.length > 0
      ? { rows: value.map((row) => rowFromExpression(field, row, timeZone)) }
      : value
  const { isStoredAsList = false, write = (entry: JsonValue) => entry } = field.type.inExpressions ?? {}
  const entries = isStoredAsList && !Array.isArray(value) ? [value] : value
  return Array.isArray(entries)
    ? entries.map((entry) => write(entry, field, timeZone))
    : write(entries, field, timeZone)
}

function rowFromExpression({ columns }: Field, row: JsonValue, timeZone: string): JsonValue {
  if (!isObject(row)) return row
  return Object.fromEntries(
    Object.entries(row as Record<string, JsonValue>).map(([code, value]) => {
      const column = columns?.get(code)
      return [code, column === undefined ? value : fromExpression(column, value, timeZone)]
    }),
  )
}

/** Returns the FEEL type of a field, by which FEEL reads strings such as decimals and dates. */
export function feelType(field: Field): FeelType {
  const one = field.type.inExpressions?.type(field) ?? 'string'
  return field.array ? { list: one } : one
}

/** Returns the FEEL type of a row of a table. */
export function rowType({ columns = new Map() }: Field): FeelType {
  return { context: Object.fromEntries(Array.from(columns.values(), (column) => [column.code, feelType(column)])) }
}
