import type { Files, FoundFile } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, readSearchTerm, type SearchTerm } from '../../query/index.ts'
import type { KnownApplications, OpenApplication, OpenedApplication } from '../elements/source/opened-application.ts'
import {
  elementsByField,
  elementsByName,
  type FoundElement,
  fieldMatches,
  holdersOfFiles,
} from './found-elements.store.ts'
import { type ElementPlace, elementResult, fileResult, type SearchResult } from './search-result.ts'

interface SearchInput {
  readonly q: string
  /** The number of results to skip; 0 when absent. */
  readonly from?: number
  /** The number of results to return; 20 when absent. */
  readonly size?: number
}

interface SearchPage {
  readonly results: readonly SearchResult[]
  readonly hasMore: boolean
}

export interface Search {
  /**
   * Finds elements and files by a part of their text. The order is: exact names, names that begin with the term,
   * other names, other fields, words in files; within each, the newest first. Throws `search.too_short`,
   * `search.wrong_text`, `query.invalid_character` and `query.too_many_lists`.
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
    const term = readSearchTerm(q)
    const opened = known(caller).map((application) => open(caller, application))
    const maxResults = from + size + 1
    // The statements run one after the other, so that a search uses only one connection, like a list.
    const found: Found[] = await elementsByName(reader, opened, term, maxResults)
    found.push(...(await files.find.byName(caller, term, maxResults)))
    const missing = (): number => maxResults - found.length
    if (missing() > 0) found.push(...(await elementsByField(reader, opened, term, missing())))
    if (missing() > 0) found.push(...(await files.find.byContent(caller, term, missing())))
    const page = found.sort(bestFirst).slice(from, from + size)
    return { results: await describe(caller, { opened, term, page }), hasMore: found.length > from + size }
  }

  /** Completes the results of a page with titles and snippets. */
  async function describe(caller: Caller, { opened, term, page }: FoundPage): Promise<SearchResult[]> {
    const byField = page.filter(({ rank }) => rank === 3)
    const apps = new Set(byField.map(({ app }) => app))
    const matches = await fieldMatches(
      reader,
      opened.filter(({ application }) => apps.has(application.id)),
      term,
      byField.map(({ id }) => id),
    )
    const matchOf = new Map(matches.map((match) => [`${match.app}/${match.id}`, match]))
    const byContent = page.filter(({ rank }) => rank === 4).map(({ id }) => id)
    const snippets = await files.find.snippets(caller, term, byContent)
    const filesOfPage = page.flatMap((one) => (one.app === undefined ? [one.id] : []))
    const holders = await holdersOfFiles(reader, opened, filesOfPage)
    const openedOf = new Map(opened.map((one) => [one.application.id, one]))
    const placeOf = (file: string): ElementPlace | null => {
      const holder = holders.find((each) => each.file === file)
      const application = holder && openedOf.get(holder.app)?.application
      return application
        ? { namespace: application.namespace, code: application.code, id: holder.id, name: holder.name }
        : null
    }
    return page.map((one) =>
      one.app === undefined
        ? fileResult(one, term, { snippet: snippets.get(one.id) ?? null, holder: placeOf(one.id) })
        : elementResult(one, term, { opened: openedOf.get(one.app)!, match: matchOf.get(`${one.app}/${one.id}`) }),
    )
  }

  return { find: (caller, input) => lists.limited(caller.userId, () => find(caller, input)) }
}

interface FoundPage {
  readonly opened: readonly OpenedApplication[]
  readonly term: SearchTerm
  readonly page: readonly Found[]
}

function bestFirst(a: Found, b: Found): number {
  // Ids are ordered by time, so they order results that were created within the same second.
  return a.rank - b.rank || compare(b.createdAt, a.createdAt) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
