import { literal, type Sql, sql } from '../../foundation/db/sql.ts'
import { type Field, folded, searchedText } from '../../query/fields/index.ts'
import { contains, fieldPath, type Needle, predicate } from '../../query/index.ts'
import type { Opened } from '../elements/source/opened-application.ts'

/** A field that the caller may search. */
export interface SearchedField {
  readonly field: Field
  /**
   * Returns the SQL that tests whether the field contains the needle. The SQL is the same as that of a filter, so that
   * the index serves it.
   */
  readonly holds: (needle: Needle) => Sql
  /**
   * Returns the SELECT of the value that contains the needle, as people see the value; for a list, of the first entry
   * that contains the needle.
   */
  readonly shown: (needle: Needle) => Sql
}

/** Neither the caller nor the time matters for a text search. */
const setting = { callerId: '', nowMs: 0 }

/**
 * Returns the searched fields of an application that the caller may read in every element. A field that is hidden in
 * some elements is skipped, because no index serves the remaining ones.
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
