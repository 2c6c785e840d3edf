import { Bound, type Sql, sql } from '../foundation/db/sql.ts'
import { containing, folded, likeIndexed, likeWord } from '../values/index.ts'
import { checkText, searchTooShort, wrongSearch } from './errors.ts'

const maxChars = 200
const minChars = 3

/** The text to find in a search over all applications and files. */
export interface SearchTerm {
  /** The text as given, without surrounding spaces. */
  readonly text: string
  /** The text in lower case, for comparing with folded texts. */
  readonly folded: string
  /** The LIKE pattern for folded texts that contain the term. */
  readonly part: Bound
  /** The SQL that finds a word of the term; see `likeWord`. */
  readonly word: Sql | undefined
}

/**
 * Reads the text to search for. Throws `search.too_short` below three letters or digits, because no trigram index
 * serves so short a search, which would have to read every text. Throws `search.wrong_text` above 200 characters, and
 * `query.invalid_character`.
 */
export function readSearchTerm(value: string): SearchTerm {
  const text = checkText(value).trim()
  if (text.length > maxChars) throw wrongSearch(`"q" has more than ${maxChars} characters`, { field: 'q' })
  if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length < minChars) {
    throw searchTooShort(`"q" needs at least ${minChars} letters or digits`, { field: 'q' })
  }
  const lower = text.toLowerCase()
  const part = containing(lower)
  return { text, folded: lower, part: new Bound(part), word: likeWord(part) }
}

/** Returns the SQL that tests whether a text contains the term; the text must be folded already. */
export function contains(foldedText: Sql, { part, word }: SearchTerm): Sql {
  return likeIndexed(foldedText, part, word)
}

/**
 * Returns the SQL of a name's rank: 0 when the name equals the term, 1 when it begins with the term, 2 otherwise.
 */
export function nameRank(name: Sql, term: SearchTerm): Sql {
  const own = new Bound(term.folded)
  return sql`case when ${folded(name)} = ${own}::text then 0 when starts_with(${folded(name)}, ${own}::text) then 1 else 2 end`
}
