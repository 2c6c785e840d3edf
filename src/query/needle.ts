import { Bound, type Sql, sql } from '../db/sql.ts'
import { containing, folded } from '../fields/index.ts'
import { checkText, searchTooShort, wrongSearch } from './errors.ts'

const maxChars = 200
const minChars = 3

/** The text that a search over everything looks for. */
export interface Needle {
  /** As it was given, without spaces around it. */
  readonly text: string
  /** In lower case, as texts are compared with it. */
  readonly folded: string
  /** The LIKE pattern of folded texts that contain it. */
  readonly part: Bound
}

/**
 * Reads the text to search for. Throws `search.too_short` below three letters or digits, with which no index of three
 * letters can help: such a search would read every text there is.
 */
export function readNeedle(value: string): Needle {
  const text = checkText(value).trim()
  if (text.length > maxChars) throw wrongSearch(`"q" has more than ${maxChars} characters`, { field: 'q' })
  if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length < minChars) {
    throw searchTooShort(`"q" needs at least ${minChars} letters or digits`, { field: 'q' })
  }
  return { text, folded: text.toLowerCase(), part: new Bound(containing(text.toLowerCase())) }
}

/** Returns the condition that a text, folded already, contains the needle. */
export function contains(foldedText: Sql, { part }: Needle): Sql {
  return sql`${foldedText} like ${part}::text`
}

/** Returns 0 for a name that is the needle, 1 for one that begins with it, 2 for the rest. */
export function nameRank(name: Sql, needle: Needle): Sql {
  const own = new Bound(needle.folded)
  return sql`case when ${folded(name)} = ${own}::text then 0 when starts_with(${folded(name)}, ${own}::text) then 1 else 2 end`
}
