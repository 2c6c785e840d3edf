import { literal, type Sql, sql } from '../../db/sql.ts'
import { type Field, folded, searchedText } from '../../fields/index.ts'
import { contains, type Needle } from '../../query/index.ts'
import type { Opened } from '../elements/element-address.ts'

/** A field in which the caller may search. */
export interface SearchedField {
  readonly field: Field
  /** What the index holds. */
  readonly text: Sql
  /** Selects the value that contains the needle, as people see it; of a list its first entry that does. */
  readonly shown: (needle: Needle) => Sql
}

/**
 * Returns the searched fields of an application that its caller may read in every element. One that is empty in some
 * elements has no index for what is left, and is passed over.
 */
export function searchedFields({ source }: Opened, row: Sql): SearchedField[] {
  return [...source.fields.values()].flatMap(({ field, json, isSearched }) => {
    const value = json(row)
    const text = isSearched ? searchedText(field, value) : undefined
    const comparable = field.type.comparable?.(field)
    if (text === undefined || comparable === undefined) return []
    if (!comparable.many) return [{ field, text, shown: () => sql`select ${comparable.value(value)}` }]
    const entry = comparable.entry(sql`entry`)
    const entries = sql`jsonb_path_query(${value}, ${literal('lax $[*]')}) entry`
    const shown = (needle: Needle) =>
      sql`select ${entry} from ${entries} where ${contains(folded(entry), needle)} limit 1`
    return [{ field, text, shown }]
  })
}
