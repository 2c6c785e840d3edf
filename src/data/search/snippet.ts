import type { SearchTerm } from '../../query/index.ts'
import type { FieldMatch } from './found-elements.store.ts'

/** Returns the text with the term between `**`, as in snippets of files. */
export function markedPart(text: string, { folded }: SearchTerm): string {
  const lower = text.toLowerCase()
  const at = lower.indexOf(folded)
  // A few letters change their length in lower case. Then the position of the term is unknown, and the text is returned
  // unchanged.
  if (at < 0 || lower.length !== text.length) return text
  const end = at + folded.length
  return `${text.slice(0, at)}**${text.slice(at, end)}**${text.slice(end)}`
}

/** Returns a part of a value on one line, with "…" where the value was cut. */
export function markedSnippet(
  { text, start, length }: Pick<FieldMatch, 'text' | 'start' | 'length'>,
  term: SearchTerm,
): string {
  const isCutBehind = start - 1 + [...text].length < length
  const part = markedPart(text, term).replaceAll(/\s+/gu, ' ')
  return `${start > 1 ? '… ' : ''}${part}${isCutBehind ? ' …' : ''}`
}
