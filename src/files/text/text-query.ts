import { wrongText } from '../errors.ts'
import { wordsOf } from './words.ts'

/** Words that stand behind one another, in a file that is looked for or in one that is not. */
export interface TextTerm {
  readonly words: string
  readonly isWanted: boolean
}

/** One of these lists, with all of its terms. */
export type TextQuery = readonly (readonly TextTerm[])[]

const maxChars = 1000
const maxTerms = 30

/**
 * Reads `supply contract "in force" -draft or lease`, as search engines have it; undefined when nothing is given. A word
 * with signs in it, such as ДГ-2026/15, is a phrase.
 */
export function readTextQuery(value: unknown): TextQuery | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw wrongText('"text" is a text with the words to be looked for', { field: 'text' })
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
  // All files but some are what a list is for, and no index would help to find them.
  if (given.some((terms) => !terms.some(({ isWanted }) => isWanted)))
    throw wrongText('"text" needs a word to be found beside those that are not wanted', { field: 'text' })
  return given
}
