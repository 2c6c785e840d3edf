import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import { fieldPath } from '../condition.ts'
import { type Frame, type KnownField, withField } from '../conditions/query-level.ts'
import { collation } from '../conditions/value-kind.ts'
import { wrongSort } from '../errors.ts'

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
export function sortValues(keys: readonly SortKey[], frame: Frame): SortValue[] {
  const isFirst = ({ field }: SortKey, index: number) => keys.findIndex((other) => other.field === field) === index
  return keys.filter(isFirst).map(({ field, ascending }) => {
    let value: Sql | undefined
    withField(fieldPath(field), frame, (known) => {
      value = sortValue(known)
      return value
    })
    return { value: value!, ascending }
  })
}

/**
 * Returns the ORDER BY list: the keys, then the source's own total order, so that pages never overlap. The source's
 * order follows the direction of the last key, so that PostgreSQL reads one index forwards or backwards for both
 * directions. Empty values come last in ascending and first in descending order, as in indexes.
 */
export function orderSql(values: readonly SortValue[], { source, row }: Pick<Frame, 'source' | 'row'>): Sql {
  const keys = values.map(({ value, ascending }) => (ascending ? value : sql`${value} desc`))
  return join([...keys, source.order(row, values.at(-1)?.ascending)])
}

/**
 * Returns whether an index holds the rows in this order, so that the first page can be read without reading the other
 * rows.
 */
export function isSortIndexed(keys: readonly SortKey[], { source }: Frame): boolean {
  const [first] = keys
  return first === undefined || source.fields.get(first.field)?.isSortIndexed === true
}

function sortValue(known: KnownField): Sql {
  if (known.byReference) throw wrongSort(`a list can't be sorted by ${known.label}, a field of another application`)
  if (known.list) return sql`${known.list.type.sort(known.list.json)}${collation('text')}`
  if (!known.value) throw wrongSort(`a list can't be sorted by ${known.label}`)
  return sql`${known.value}${collation(known.kind!)}`
}
