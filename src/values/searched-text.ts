import { Bound, type Sql, sql } from '../foundation/db/sql.ts'
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

/** A word with at least so many digits is probably rare, such as the number of an account. */
const ownDigits = 5

/**
 * Returns the SQL ` like …` that finds a word of a LIKE pattern, for `likeIndexed`: the longest word with a digit,
 * otherwise the longest word. Returns undefined when no word is long enough for a trigram, and when the pattern has
 * nothing else.
 */
export function likeWord(pattern: string): Sql | undefined {
  const words: string[] = pattern.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const numbered = words.filter((word) => /\p{N}/u.test(word))
  const [longest] = (numbered.length > 0 ? numbered : words).toSorted((a, b) => b.length - a.length)
  if (longest === undefined || containing(longest) === pattern) return undefined
  const part = containing(longest)
  // PostgreSQL expects few rows of two conditions with one pattern each, whatever their values, and keeps one plan. That
  // plan is slow for a frequent word, which only a long number never is. Of an array, PostgreSQL expects more rows, and
  // plans for its value.
  const isNumber = longest.replaceAll(/\P{N}/gu, '').length >= ownDigits
  return isNumber ? sql` like ${new Bound(part)}::text` : sql` like any (${new Bound([part])}::text[])`
}

/**
 * Returns the SQL that tests whether a text with a trigram index matches a LIKE pattern. `word` is the result of
 * `likeWord`.
 *
 * PostgreSQL looks for all trigrams of a condition together: at each place of the rarest one, it also looks up those
 * that most rows have. Therefore a condition on a word that is probably rare comes first. PostgreSQL then looks for the
 * whole pattern only in the rows with this word. If the word is frequent, the search takes about as long as without it.
 */
export function likeIndexed(text: Sql, pattern: string | Bound, word: Sql | undefined): Sql {
  const whole = sql`${text} like ${pattern}::text`
  return word === undefined ? whole : sql`(${text}${word} and ${whole})`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
