import { isUuid } from '../../foundation/kit/ids.ts'
import { isObject } from '../../foundation/kit/json.ts'
import type { Condition } from '../condition.ts'
import { checkText, wrongList, wrongSort } from '../errors.ts'
import { readFilter } from '../filters/filter.ts'
import { limits } from '../limits.ts'
import { countLoaded, type Projection, readProjection } from './projection.ts'
import type { SortKey } from './sort-sql.ts'

/** A list body after reading; the field names in it are not looked up yet. */
export interface ListRequest {
  readonly from: number
  /** The number of rows to return; 0 asks for the total alone. */
  readonly size: number
  /** Whether rows that are not live are left out: deleted elements, ended tasks and instances. */
  readonly active: boolean
  /** The ids to restrict the list to; empty means no restriction. */
  readonly ids: readonly string[]
  readonly fields: Projection | undefined
  readonly filter: Condition | undefined
  readonly sort: readonly SortKey[]
  readonly statusCode: readonly string[]
  readonly statusGroupId: string | undefined
}

/**
 * Reads a list body. Ignores unknown keys and treats null and `[]` as absent. Throws a 400 for any other value that
 * is not valid.
 */
export function readListRequest(body: unknown): ListRequest {
  if (!isAbsent(body) && !isObject(body)) throw wrongList('the body of a list must be an object')
  const given: Record<string, unknown> = isObject(body) ? body : {}
  const fields = readProjection(given.fields)
  return {
    from: readNumber(given, 'from', 0, 2 ** 31),
    size: readSize(given, fields),
    active: readActive(given.active),
    ids: readIds(given.ids, 'ids'),
    fields,
    filter: readFilter(given.filter),
    sort: readSort(given.sortExpressions),
    statusCode: readTexts(given, 'statusCode'),
    statusGroupId: readId(given, 'statusGroupId'),
  }
}

/** Reads the page size. A negative size means the largest page that a list with these `fields` may have. */
function readSize(given: Record<string, unknown>, fields: Projection | undefined): number {
  const { size } = given
  if (typeof size !== 'number' || !Number.isInteger(size) || size >= 0)
    return readNumber(given, 'size', 10, limits.pageRows)
  return Math.min(limits.pageRows, Math.floor(limits.loadedCells / countLoaded(fields)))
}

function readNumber(given: Record<string, unknown>, key: string, absent: number, max: number): number {
  const value = given[key]
  if (isAbsent(value)) return absent
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value
  throw wrongList(`"${key}" must be a whole number from 0 to ${max}`, { field: key })
}

function readActive(value: unknown): boolean {
  if (isAbsent(value)) return false
  if (typeof value === 'boolean') return value
  throw wrongList('"active" must be true or false', { field: 'active' })
}

/** Reads a list of ids, or a single id, in lower case. `key` is the name of the list in error messages. */
export function readIds(value: unknown, key: string): string[] {
  if (isAbsent(value)) return []
  // A query string may hold a single id without JSON around it.
  const list = Array.isArray(value) ? value : [value]
  if (list.length > limits.ids) throw wrongList(`"${key}" may hold at most ${limits.ids} ids`, { field: key })
  return list.map((id, index) => {
    if (isUuid(id)) return id.toLowerCase()
    throw wrongList(`"${key}": entry ${index + 1} is not an id`, { field: key })
  })
}

function readId(given: Record<string, unknown>, key: string): string | undefined {
  const value = given[key]
  if (isAbsent(value) || value === '') return undefined
  if (isUuid(value)) return value.toLowerCase()
  throw wrongList(`"${key}" must be an id`, { field: key })
}

function readTexts(given: Record<string, unknown>, key: string): string[] {
  const value = given[key]
  if (isAbsent(value)) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length <= limits.nodes && list.every((entry) => typeof entry === 'string')) return list.map(checkText)
  throw wrongList(`"${key}" must be a list of at most ${limits.nodes} texts`, { field: key })
}

/**
 * Reads the sort keys: `{field, ascending}`, or the older spelling `{column, ascend}` that reports use. Ascending is
 * the default.
 */
function readSort(value: unknown): SortKey[] {
  if (isAbsent(value)) return []
  if (!Array.isArray(value)) throw wrongSort('"sortExpressions" must be a list')
  if (value.length > limits.sortKeys) throw wrongSort(`"sortExpressions" may hold at most ${limits.sortKeys} entries`)
  return value.map((entry) => {
    const field = isObject(entry) ? (entry.field ?? entry.column) : undefined
    const ascending = isObject(entry) ? (entry.ascending ?? entry.ascend ?? true) : undefined
    if (typeof field === 'string' && typeof ascending === 'boolean') return { field, ascending }
    throw wrongSort('an entry of "sortExpressions" must be {"field": "…", "ascending": true or false}')
  })
}

/** Returns whether a value is absent, null or `[]`. PHP clients write an empty map as `[]`. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
