import type { FoundFile } from '../../files/index.ts'
import type { SearchTerm } from '../../query/index.ts'
import type { OpenedApplication } from '../elements/source/opened-application.ts'
import type { FieldMatch, FoundElement } from './found-elements.store.ts'

/** A search result. `namespace`, `code` and `application` are null for a file; `directory` is null for an element. */
export interface SearchResult {
  readonly type: 'element' | 'file'
  readonly id: string
  readonly name: string
  readonly namespace: string | null
  readonly code: string | null
  /** The title of the application. */
  readonly application: string | null
  readonly directory: string | null
  /** The code of the field that contains the match; for a file, `__name`, or `text` for its content. */
  readonly field: string
  readonly fieldName: string
  /** A part of the value with the term between `**`. */
  readonly snippet: string | null
  readonly createdAt: string
  /** The element that a file belongs to, if the caller sees one; null for an element. */
  readonly holder: ElementPlace | null
}

/** An element as a search result names it. */
export interface ElementPlace {
  readonly namespace: string
  readonly code: string
  readonly id: string
  readonly name: string
}

/** Returns the result for an element. `match` is set when a field other than the name contains the term. */
export function elementResult(
  { id, name, rank, createdAt }: FoundElement,
  term: SearchTerm,
  { opened: { application, source }, match }: { opened: OpenedApplication; match: FieldMatch | undefined },
): SearchResult {
  const { namespace, code } = application
  // An element that was changed between the two statements may no longer contain the term.
  const field = rank === 3 && match !== undefined ? match.field : '__name'
  const snippet = field === '__name' ? markedPart(name, term) : markedSnippet(match!, term)
  const fieldName = source.fields.get(field)?.field.name ?? field
  const about = { namespace, code, application: application.name, directory: null }
  return { type: 'element', id, name, ...about, field, fieldName, snippet, createdAt, holder: null }
}

/** Returns the result for a file. `snippet` is the snippet of a file whose content contains the term. */
export function fileResult(
  { id, name, directory, rank, createdAt }: FoundFile,
  term: SearchTerm,
  { snippet, holder }: { snippet: string | null; holder: ElementPlace | null },
): SearchResult {
  const match =
    rank === 4
      ? { field: 'text', fieldName: 'Text', snippet }
      : { field: '__name', fieldName: 'Name', snippet: markedPart(name, term) }
  return {
    type: 'file',
    id,
    name,
    namespace: null,
    code: null,
    application: null,
    directory,
    ...match,
    createdAt,
    holder,
  }
}

/** Returns the text with the term between `**`, as in snippets of files. */
function markedPart(text: string, { folded }: SearchTerm): string {
  const lower = text.toLowerCase()
  const at = lower.indexOf(folded)
  // A few letters change their length in lower case. Then the position of the term is unknown, and the text is returned
  // unchanged.
  if (at < 0 || lower.length !== text.length) return text
  const end = at + folded.length
  return `${text.slice(0, at)}**${text.slice(at, end)}**${text.slice(end)}`
}

/** Returns a part of a value on one line, with "…" where the value was cut. */
function markedSnippet(
  { text, start, length }: Pick<FieldMatch, 'text' | 'start' | 'length'>,
  term: SearchTerm,
): string {
  const isCutBehind = start - 1 + [...text].length < length
  const part = markedPart(text, term).replaceAll(/\s+/gu, ' ')
  return `${start > 1 ? '… ' : ''}${part}${isCutBehind ? ' …' : ''}`
}
