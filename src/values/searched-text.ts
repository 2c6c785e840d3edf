import { type Sql, sql } from '../foundation/db/sql.ts'
import type { Field } from './field-type.ts'

/**
 * Returns the text in which a part of a field's value is looked for, or undefined when the field cannot be searched
 * so. Filters, indexes and the search over all applications must use this one expression, because PostgreSQL uses an
 * index only for exactly the indexed expression.
 */
export function searchedText(field: Field, json: Sql): Sql | undefined {
  const comparable = field.type.comparable?.(field)
  if (comparable?.kind !== 'text') return undefined
  const text = comparable.many ? comparable.text?.(json) : comparable.value(json)
  return text && folded(text)
}

/** Returns the text in lower case. The ICU collation folds Cyrillic the same on every server. */
export function folded(text: Sql): Sql {
  return sql`lower(${text} collate "und-x-icu")`
}

/** Returns the LIKE pattern for values that contain the text. */
export function containing(text: string): string {
  return `%${escaped(text)}%`
}

/**
 * Returns a LIKE pattern that matches the JSON text of a list whenever one of its entries matches `pattern`. The result
 * may match more lists: `%` and `_` both become `%`, because one character may take two in JSON.
 */
export function containingEntry(pattern: string): string {
  const runs = [...pattern.matchAll(/(?:\\.|[^%_\\])+/gsu)].map(([run]) => run.replaceAll(/\\(.)/gsu, '$1'))
  return `%${runs.map((run) => escaped(JSON.stringify(run).slice(1, -1))).join('%')}%`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
