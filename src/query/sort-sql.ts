import { join, type Sql, sql } from '../db/sql.ts'
import { fieldPath } from './condition.ts'
import { wrongSort } from './errors.ts'
import { type Frame, type KnownField, withField } from './frame.ts'
import { collation } from './value-kind.ts'

export interface SortKey {
  readonly field: string
  readonly ascending: boolean
}

/**
 * What stands behind ORDER BY: the keys, then the source's own total order, so that pages never overlap.
 * Empty values come last ascending and first descending, as indexes have them.
 */
export function sortSql(keys: readonly SortKey[], frame: Frame): Sql {
  const parts = keys.filter(isFirst).map((key) => {
    let value: Sql | undefined
    withField(fieldPath(key.field), frame, (known) => {
      value = sortValue(known)
      return value
    })
    return key.ascending ? value! : sql`${value} desc`
  })
  parts.push(frame.source.order(frame.row))
  return join(parts)
}

function sortValue(known: KnownField): Sql {
  if (known.byReference) throw wrongSort(`a list can't be sorted by ${known.label}, a field of another application`)
  if (known.list) return sql`${known.list.type.sort(known.list.json)}${collation('text')}`
  if (!known.value) throw wrongSort(`a list can't be sorted by ${known.label}`)
  return sql`${known.value}${collation(known.kind!)}`
}

/** A field named twice sorts by its first place. */
function isFirst({ field }: SortKey, index: number, keys: readonly SortKey[]): boolean {
  return keys.findIndex((other) => other.field === field) === index
}
