import { literal, type Sql, sql } from '../../db/sql.ts'
import { type Field, folded, searchedText } from '../../fields/index.ts'
import { contains, fieldPath, type Needle, predicate } from '../../query/index.ts'
import type { Opened } from '../elements/element-address.ts'

/** A field in which the caller may search. */
export interface SearchedField {
  readonly field: Field
  /** The condition that the field contains the needle; the very one that a filter has, so that the index serves it. */
  readonly holds: (needle: Needle) => Sql
  /** Selects the value that contains the needle, as people see it; of a list its first entry that does. */
  readonly shown: (needle: Needle) => Sql
}

/** Texts depend neither on the caller nor on the time. */
const setting = { callerId: '', nowMs: 0 }

/**
 * Returns the searched fields of an application that its caller may read in every element. One that is empty in some
 * elements has no index for what is left, and is passed over.
 */
export function searchedFields({ source }: Opened, row: Sql): SearchedField[] {
  return [...source.fields.values()].flatMap(({ field, json, isSearched }) => {
    const comparable = field.type.comparable?.(field)
    const value = json(row)
    if (!isSearched || comparable === undefined || searchedText(field, value) === undefined) return []
    const path = fieldPath(field.code)
    const holds = ({ folded: pattern }: Needle): Sql =>
      predicate({ is: 'like', field: path, pattern, whole: false }, source, row, setting).sql
    if (!comparable.many) return [{ field, holds, shown: () => sql`select ${comparable.value(value)}` }]
    const entry = comparable.entry(sql`entry`)
    const entries = sql`jsonb_path_query(${value}, ${literal('lax $[*]')}) entry`
    const shown = (needle: Needle): Sql =>
      sql`select ${entry} from ${entries} where ${contains(folded(entry), needle)} limit 1`
    return [{ field, holds, shown }]
  })
}
