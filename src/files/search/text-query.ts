import { wrongText } from '../errors.ts'
import { wordsOf } from '../text/words.ts'

/** A phrase of one or several words that a file must contain (`isWanted`) or must not contain. */
export interface TextTerm {
  readonly words: string
  readonly isWanted: boolean
}

/** A disjunction of conjunctions: a file matches when it matches all terms of one list. */
export type TextQuery = readonly (readonly TextTerm[])[]

const maxChars = 1000
const maxTerms = 30

/**
 * Parses a query such as `supply contract "in force" -draft or lease`; undefined when the value is empty. A word with
 * characters other than letters and digits in it, such as ДГ-2026/15, becomes a phrase. Throws `files.wrong_text`.
 */
export function readTextQuery(value: unknown): TextQuery | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string')
    throw wrongText('"text" must be a text with the words to search for', { field: 'text' })
  if (value.length > maxChars) throw wrongText(`"text" has more than ${maxChars} characters`, { field: 'text' })
  const groups: TextTerm[][] = [[]]
  for (const [token, minus, quoted, plain] of value.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    if (/^or$/i.test(token)) {
      groups.push([])
      continue
    }
    const words = wordsOf(quoted ?? plain ?? '').join(' ')
    if (words !== '') groups.at(-1)!.push({ words, isWanted: minus === '' })
  }
  if (groups.flat().length > maxTerms) throw wrongText(`"text" has more than ${maxTerms} words`, { field: 'text' })
  const given = groups.filter((terms) => terms.length > 0)
  // An alternative of excluded words only would match almost all files, and no index could find them.
  if (given.some((terms) => !terms.some(({ isWanted }) => isWanted)))
    throw wrongText('"text" needs at least one word that is not excluded', { field: 'text' })
  return given
}
