import type { Files, FoundFile } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Needle, readNeedle } from '../../query/index.ts'
import type { KnownApplications, OpenApplication, Opened } from '../elements/source/opened-application.ts'
import { elementsByField, elementsByName, type FoundElement, type Place, placesOf } from './found-elements.store.ts'
import { markedPart, markedSnippet } from './snippet.ts'

export interface SearchInput {
  readonly q: string
  /** The number of results to skip; 0 when absent. */
  readonly from?: number
  /** The number of results to return; 20 when absent. */
  readonly size?: number
}

/**
 * A search result with the place of the match. `namespace`, `code` and `application` are null for a file, `directory`
 * is null for an element.
 */
export interface SearchResult {
  readonly type: 'element' | 'file'
  readonly id: string
  readonly name: string
  readonly namespace: string | null
  readonly code: string | null
  /** The title of the application. */
  readonly application: string | null
  readonly directory: string | null
  /** The code of the field that contains the match: `__name`, or `text` for the content of a file. */
  readonly field: string
  readonly fieldName: string
  /** A part of the value with the needle between `**`. */
  readonly snippet: string | null
  readonly createdAt: string
}

export interface SearchPage {
  readonly results: readonly SearchResult[]
  readonly hasMore: boolean
}

export interface Search {
  /**
   * Finds elements and files by a part of their text. The order is: exact names, names that begin with the needle,
   * other names, other fields, words in files; within each, the newest first. Throws `search.too_short` and
   * `search.wrong_text`.
   */
  find(caller: Caller, input: SearchInput): Promise<SearchPage>
}

interface Deps {
  readonly database: Pick<Database, 'reader'>
  readonly files: Pick<Files, 'find'>
  readonly open: OpenApplication
  readonly known: KnownApplications
  readonly lists: Lists
}

type Found = (FoundElement & { readonly directory?: undefined }) | (FoundFile & { readonly app?: undefined })

export function createSearch({ database: { reader }, files, open, known, lists }: Deps): Search {
  async function find(caller: Caller, { q, from = 0, size = 20 }: SearchInput): Promise<SearchPage> {
    const needle = readNeedle(q)
    const opened = known(caller).map((application) => open(caller, application))
    const most = from + size + 1
    // The statements run one after the other, so that a search uses only one connection, as a list does.
    const found: Found[] = await elementsByName(reader, opened, needle, most)
    found.push(...(await files.find.byName(caller, needle, most)))
    if (found.length < most) found.push(...(await elementsByField(reader, opened, needle, most - found.length)))
    if (found.length < most) found.push(...(await files.find.byContent(caller, needle, most - found.length)))
    const page = found.sort(bestFirst).slice(from, from + size)
    return { results: await describe(caller, { opened, needle, page }), hasMore: found.length > from + size }
  }

  async function describe(caller: Caller, { opened, needle, page }: Described): Promise<SearchResult[]> {
    const byField = page.filter(({ rank }) => rank === 3)
    const apps = new Set(byField.map(({ app }) => app))
    const places = await placesOf(
      reader,
      opened.filter(({ application }) => apps.has(application.id)),
      needle,
      byField.map(({ id }) => id),
    )
    const placeOf = new Map(places.map((place) => [`${place.app}/${place.id}`, place]))
    const texts = page.filter(({ rank }) => rank === 4).map(({ id }) => id)
    const snippets = await files.find.snippets(caller, needle, texts)
    const byId = new Map(opened.map((one) => [one.application.id, one]))
    return page.map((one) =>
      one.app === undefined
        ? fileResult(one, needle, snippets)
        : elementResult(one, needle, { opened: byId.get(one.app)!, place: placeOf.get(`${one.app}/${one.id}`) }),
    )
  }

  return { find: (caller, input) => lists.limited(caller.userId, () => find(caller, input)) }
}

interface Described {
  readonly opened: readonly Opened[]
  readonly needle: Needle
  readonly page: readonly Found[]
}

function bestFirst(a: Found, b: Found): number {
  // Ids are ordered by time, so they order results that were created within the same second.
  return a.rank - b.rank || compare(b.createdAt, a.createdAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function elementResult(
  { id, name, rank, createdAt }: FoundElement,
  needle: Needle,
  { opened: { application, source }, place }: { opened: Opened; place: Place | undefined },
): SearchResult {
  const { namespace, code } = application
  // An element that was changed between the two statements may no longer contain the needle.
  const field = rank === 3 && place !== undefined ? place.field : '__name'
  const snippet = field === '__name' ? markedPart(name, needle) : markedSnippet(place!, needle)
  const fieldName = source.fields.get(field)?.field.name ?? field
  const of = { namespace, code, application: application.name, directory: null }
  return { type: 'element', id, name, ...of, field, fieldName, snippet, createdAt }
}

function fileResult(
  { id, name, directory, rank, createdAt }: FoundFile,
  needle: Needle,
  snippets: ReadonlyMap<string, string | null>,
): SearchResult {
  const place =
    rank === 4
      ? { field: 'text', fieldName: 'Text', snippet: snippets.get(id) ?? null }
      : { field: '__name', fieldName: 'Name', snippet: markedPart(name, needle) }
  return { type: 'file', id, name, namespace: null, code: null, application: null, directory, ...place, createdAt }
}
