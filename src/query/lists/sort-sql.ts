import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import { fieldPath } from '../condition.ts'
import type { Rows } from '../conditions/plan.ts'
import type { QueryLevel } from '../conditions/query-level.ts'
import { type ResolvedPath, resolvePath } from '../conditions/resolve-path.ts'
import { wrongSort } from '../errors.ts'
import { NarrowRow } from '../source.ts'
import { collation } from '../sql/value-sql.ts'

export interface SortKey {
  readonly field: string
  readonly ascending: boolean
}

/** A compiled sort key: the SQL to sort by, with its collation. */
export interface SortValue {
  readonly value: Sql
  readonly ascending: boolean
}

/** Compiles the sort keys of a list. When a field is named twice, only its first key counts. */
export function sortValues(keys: readonly SortKey[], level: QueryLevel): SortValue[] {
  const isFirst = ({ field }: SortKey, index: number) => keys.findIndex((other) => other.field === field) === index
  return keys.filter(isFirst).map(({ field, ascending }) => ({
    value: sortValue(resolvePath(fieldPath(field), level)),
    ascending,
  }))
}

/**
 * Returns the ORDER BY list: the keys, then the source's own total order, so that pages never overlap. The source's
 * order follows the direction of the last key, so that PostgreSQL reads one index forwards or backwards for both
 * directions. Empty values come last in ascending and first in descending order, as in indexes.
 */
export function orderSql(values: readonly SortValue[], { source, row }: Rows): Sql {
  const keys = values.map(({ value, ascending }) => (ascending ? value : sql`${value} desc`))
  return join([...keys, source.order(row, values.at(-1)?.ascending)])
}

/**
 * Returns whether the first page can be read without reading all rows: there is no sort key, or an index holds the rows
 * in the order of the first key.
 */
export function isSortIndexed(keys: readonly SortKey[], { source, row }: Rows): boolean {
  if (source.narrow?.collectsIds) return false
  const [first] = keys
  if (first === undefined) return true
  const isIndexed = source.fields.get(first.field)?.isSortIndexed
  return isIndexed === 'narrow' ? row instanceof NarrowRow : isIndexed === true
}

function sortValue({ field: { value, label }, through }: ResolvedPath): Sql {
  if (through.length > 0) throw wrongSort(`a list cannot be sorted by ${label}, a field of another application`)
  if (value === undefined) throw wrongSort(`a list cannot be sorted by ${label}`)
  if (value.is === 'list') return sql`${value.type.sort(value.json)}${collation('text')}`
  return sql`${value.value}${collation(value.kind)}`
}
