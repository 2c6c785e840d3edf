import { type Sql, sql } from '../db/sql.ts'
import type { Field } from './field-type.ts'

/**
 * Returns the text in which a part of a field's value is looked for, or undefined when the field's type holds no text.
 * Filters, indexes and the search over all applications use this one expression; PostgreSQL uses an index only for the
 * very expression that it was made of.
 */
export function searchedText(field: Field, json: Sql): Sql | undefined {
  const comparable = field.type.comparable?.(field)
  if (comparable?.kind !== 'text') return undefined
  const text = comparable.many ? comparable.text?.(json) : comparable.value(json)
  return text && folded(text)
}

/** Returns the text in lower case. With an ICU collation Cyrillic is folded alike on every server. */
export function folded(text: Sql): Sql {
  return sql`lower(${text} collate "und-x-icu")`
}

/** Returns the LIKE pattern for values that contain the text. */
export function containing(text: string): string {
  return `%${escaped(text)}%`
}

/**
 * Returns a LIKE pattern that fits the JSON text of a list whenever one of its entries fits `pattern`. It may fit more
 * lists: `%` and `_` become "anything", since a character may take two in JSON.
 */
export function containingEntry(pattern: string): string {
  const runs = [...pattern.matchAll(/(?:\\.|[^%_\\])+/gsu)].map(([run]) => run.replaceAll(/\\(.)/gsu, '$1'))
  return `%${runs.map((run) => escaped(JSON.stringify(run).slice(1, -1))).join('%')}%`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
