import { literal, type Sql, sql } from '../../foundation/db/sql.ts'
import { contains, fieldPath, predicate, type SearchTerm } from '../../query/index.ts'
import { type Field, folded, searchedText } from '../../values/index.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'

/** A field that the caller may search. */
export interface SearchedField {
  readonly field: Field
  /**
   * Returns the SQL that tests whether the field contains the term. The SQL is the same as in a filter, so that
   * PostgreSQL can use the search index.
   */
  readonly contains: (term: SearchTerm) => Sql
  /**
   * Returns the SELECT of the value that contains the term, in the form that people see; for a list, of the first entry
   * that contains the term.
   */
  readonly value: (term: SearchTerm) => Sql
}

/** The context of a text search, for which neither the caller nor the time matters. */
const setting = { callerId: '', nowMs: 0 }

/**
 * Returns the searched fields of an application that the caller may read in every element, without the name. A field
 * that is hidden in some elements is skipped, because no index serves a search in the remaining elements.
 */
export function searchedFields({ source }: OpenedApplication, row: Sql): SearchedField[] {
  return [...source.fields.values()].flatMap(({ field, json, column, isSearched }) => {
    const comparable = field.type.comparable?.(field)
    const stored = json(row)
    if (!isSearched || column !== undefined || comparable === undefined) return []
    if (searchedText(field, stored) === undefined) return []
    const path = fieldPath(field.code)
    const fieldContains = ({ folded: pattern }: SearchTerm): Sql =>
      predicate({ is: 'like', field: path, pattern, whole: false }, source, row, setting).sql
    if (!comparable.many)
      return [{ field, contains: fieldContains, value: () => sql`select ${comparable.value(stored)}` }]
    const entry = comparable.entry(sql`entry`)
    const entries = sql`jsonb_path_query(${stored}, ${literal('lax $[*]')}) entry`
    const firstEntry = (term: SearchTerm): Sql =>
      sql`select ${entry} from ${entries} where ${contains(folded(entry), term)} limit 1`
    return [{ field, contains: fieldContains, value: firstEntry }]
  })
}
