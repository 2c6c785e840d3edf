import type { FeelType } from '../feel/index.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import { isObject, type JsonValue } from '../foundation/kit/json.ts'
import { readInstant } from '../foundation/kit/time/instant.ts'
import type { Field } from './index.ts'

/**
 * Returns a stored value in the form that expressions and scripts read: a user, group, element or file as an id, a
 * choice as a code, a date without a time, a table as the list of its rows. A list of values stays a list.
 */
export function toExpression(field: Field, value: JsonValue): JsonValue {
  if (value === null) return null
  const one = (entry: JsonValue): JsonValue => entryToExpression(field, entry)
  if (field.type.code === 'TABLE') return isObject(value) ? rowsOf(field, value) : value
  if (isIdList(field) && Array.isArray(value)) return field.array ? value.map(one) : one(value[0] ?? null)
  return field.array && Array.isArray(value) ? value.map(one) : one(value)
}

function entryToExpression(field: Field, entry: JsonValue): JsonValue {
  switch (field.type.code) {
    case 'ENUM':
    case 'ROLE':
      return isObject(entry) ? (entry.code ?? null) : entry
    case 'DATETIME':
      return field.settings.view === 'date' && typeof entry === 'string' ? entry.slice(0, 10) : entry
    default:
      return entry
  }
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
 * Returns the result of an expression or script in the form that the field accepts; the inverse of `toExpression`. Dates
 * and local times count in `timeZone`.
 */
export function fromExpression(field: Field, value: JsonValue, timeZone: string): JsonValue {
  if (value === null) return null
  if (field.type.code === 'TABLE')
    return Array.isArray(value) && value.length > 0
      ? { rows: value.map((row) => rowFromExpression(field, row, timeZone)) }
      : value
  if (field.type.code === 'DATETIME') {
    const one = (entry: JsonValue): JsonValue => timeFromExpression(field, entry, timeZone)
    return Array.isArray(value) ? value.map(one) : one(value)
  }
  if (!isIdList(field)) return value
  const entries = Array.isArray(value) ? value : [value]
  return field.type.code === 'ROLE' ? entries.map(asRole) : entries
}

/** Returns the date of a date and time for a field without a time, and the instant for any other field. */
function timeFromExpression(field: Field, entry: JsonValue, timeZone: string): JsonValue {
  if (typeof entry !== 'string') return entry
  // The field itself reads an instant with an offset, with all digits of its fraction.
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(entry) && field.settings.view !== 'date') return entry
  const instant = readInstant(entry, timeZone)
  if (instant === undefined) return entry
  return field.settings.view === 'date' ? entry.slice(0, 10) : instant.toISOString()
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

const asRole = (entry: JsonValue): JsonValue => (isUuid(entry) ? { code: entry, type: 'group' } : entry)

/** Returns whether a field stores a list even for one value. */
const isIdList = ({ type }: Field): boolean =>
  ['ENUM', 'ROLE', 'SYS_USER', 'SYS_COLLECTION', 'FILE'].includes(type.code)

/** Returns the FEEL type of a field, by which FEEL reads strings such as decimals and dates. */
export function feelType(field: Field): FeelType {
  const one = feelTypeOfEntry(field)
  if (field.type.code === 'TABLE') return { list: rowType(field) }
  return field.array ? { list: one } : one
}

function feelTypeOfEntry({ type, settings }: Field): FeelType {
  switch (type.code) {
    case 'FLOAT':
    case 'DECIMAL':
      return 'number'
    case 'BOOLEAN':
      return 'boolean'
    case 'DATETIME':
      return settings.view === 'date' ? 'date' : 'date and time'
    case 'DURATION':
      return 'days and time duration'
    default:
      return type.code === 'MONEY' || type.code === 'JSON' ? 'Any' : 'string'
  }
}

function rowType({ columns = new Map() }: Field): FeelType {
  return { context: Object.fromEntries(Array.from(columns.values(), (column) => [column.code, feelType(column)])) }
}
