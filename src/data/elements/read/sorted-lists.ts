import type { Reader } from '../../../foundation/db/database.ts'
import {
  type Lists,
  type Page,
  type PageRow,
  pageOf,
  type Searched,
  type SortedPlan,
  timed,
} from '../../../query/index.ts'

/** The maximum number of cached lists; each takes about 20 KB. */
const maxKept = 300

interface SortedRow extends PageRow {
  /** The number of writes to the applications of the list at the moment when the rows were read. */
  readonly writes: string
}

interface ReadRow extends SortedRow {
  readonly ids: string
  /** The total number of rows; absent when it was not counted. */
  readonly total?: string
}

interface SortedIds {
  readonly writes: string
  /** The first ids in the order of the list, joined by commas. */
  readonly ids: string
  readonly total: number
}

/** A list whose pages can be found only by sorting all its rows. */
interface SortedRequest {
  readonly callerId: string
  readonly plan: SortedPlan
  /** Returns the total; undefined when the statement that sorts the rows also counts them. */
  readonly counted: (() => Promise<number>) | undefined
  readonly searched?: Searched
}

export interface SortedLists {
  page(request: SortedRequest): Promise<Page>
}

/**
 * Creates a reader for lists whose order no index provides. The reader caches the ids of the first rows and reads
 * later pages by these ids, until an application of the list is written to. The statement that reads rows also reads
 * the number of writes in the same snapshot, which shows whether the cached ids are still valid.
 */
export function createSortedLists(reader: Reader, lists: Lists): SortedLists {
  const kept = new Map<string, Promise<SortedIds>>()

  async function keptPage(plan: SortedPlan, key: string): Promise<Page | undefined> {
    const found = await kept.get(key)?.catch(() => undefined)
    if (found === undefined) return undefined
    const ids = found.ids.split(',').filter((id) => id !== '')
    const wanted = ids.slice(plan.from, plan.from + plan.size)
    const page = await reader.row<SortedRow>(plan.byIds(wanted))
    return page!.writes === found.writes && page!.n === wanted.length ? pageOf(page!, found.total) : undefined
  }

  async function sortedPage({ plan, counted, searched }: SortedRequest): Promise<Page> {
    const key = plan.cacheKey
    const before = key === undefined ? undefined : await keptPage(plan, key)
    if (before !== undefined) return before
    const statement = plan.read(counted === undefined)
    const reading = timed(statement, () => reader.row<ReadRow>(statement), searched).then(async (row) => {
      const total = row!.total === undefined ? await counted!() : Number(row!.total)
      return { page: row!, ids: { writes: row!.writes, ids: row!.ids, total } }
    })
    if (key !== undefined)
      keep(
        key,
        reading.then(({ ids }) => ids),
      )
    const { page, ids } = await reading
    return pageOf(page, ids.total)
  }

  function keep(key: string, ids: Promise<SortedIds>): void {
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!)
    kept.delete(key)
    kept.set(key, ids)
    ids.catch(() => kept.get(key) === ids && kept.delete(key))
  }
  return { page: (request) => lists.limited(request.callerId, () => sortedPage(request)) }
}
