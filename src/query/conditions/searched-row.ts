import type { Sql } from '../../foundation/db/sql.ts'
import { isObject } from '../../foundation/kit/json.ts'
import type { Condition, FieldPath } from '../condition.ts'
import { NarrowRow, type Source } from '../source.ts'

/** The parts of a query that name fields of its rows. */
export interface Named {
  readonly conditions: readonly Condition[]
  readonly selected: readonly FieldPath[]
  /** The fields by which the rows are sorted. */
  readonly sorted: readonly FieldPath[]
  /** Whether the query is the outermost one, to which `root` refers. */
  readonly isTop: boolean
}

/**
 * Returns the alias of the rows that a query searches: of the narrow table if it holds every field that the query
 * names, otherwise `row`, the alias of the whole rows. Conditions of rights may name further fields; a narrow row finds them by its id.
 */
export function searchedRow(source: Source, row: Sql, { conditions, selected, sorted, isTop }: Named): Sql {
  if (source.narrow?.table === undefined) return row
  const named = [...namedFields(conditions, isTop), ...selected, ...sorted]
  // Categories are sorted by their names, which the table has only in whole lists.
  const isNarrowOrder = sorted.every(({ names }) => source.fields.get(names[0]!)?.narrow?.holds !== 'entry')
  return isNarrowOrder && named.every((path) => isNarrow(source, path)) ? new NarrowRow(row) : row
}

function isNarrow(source: Source, { names: [name, ...more] }: FieldPath): boolean {
  const field = source.fields.get(name!)
  if (field === undefined || more.length > 0) return false
  return [field.column, field.hasAny, field.narrow].some((one) => one !== undefined)
}

/** Returns the paths of fields of the query's own rows, also from its sub-queries, `depth` of which enclose `part`. */
function namedFields(part: unknown, isTop: boolean, depth = 0): FieldPath[] {
  if (Array.isArray(part)) return part.flatMap((one) => namedFields(one, isTop, depth))
  if (!isObject(part)) return []
  if (part.is === 'field') return ofQuery(part as unknown as FieldPath, isTop, depth)
  // The value of a criterion is what the client sent.
  if (part.is === 'criterion') return namedFields(part.field, isTop, depth)
  const inner = part.is === 'subquery' ? depth + 1 : depth
  return Object.values(part).flatMap((one) => namedFields(one, isTop, inner))
}

function ofQuery(path: FieldPath, isTop: boolean, depth: number): FieldPath[] {
  const isOwn = path.of === 'root' ? isTop && depth > 0 : depth === (path.of === 'parent' ? 1 : 0)
  return isOwn ? [path] : []
}
