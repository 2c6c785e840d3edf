import type { Reader } from '../../db/database.ts'
import { listsAtOnce, type Page, type PageRow, pageOf, type SortedPlan } from '../../query/index.ts'

/** About 20 KB each. */
const mostKept = 300

interface SortedRow extends PageRow {
  /** The sum of the writes to the application that this reading saw. */
  readonly writes: string
}

interface ReadRow extends SortedRow {
  readonly ids: string
  /** Absent when it was not asked for. */
  readonly total?: string
}

interface SortedIds {
  readonly writes: string
  /** The first ids in the order, joined by commas. */
  readonly ids: string
  readonly total: number
}

/** A list for which a page has to be found by sorting all its rows. */
export interface SortedRequest {
  readonly callerId: string
  readonly plan: SortedPlan
  /** The total where it is known without counting; undefined to have it counted by the statement that sorts. */
  readonly counted: (() => Promise<number>) | undefined
}

export interface SortedLists {
  page(request: SortedRequest): Promise<Page>
}

/**
 * Reads lists that no index holds in their order, and keeps the ids of their first rows. As long as nobody writes to the
 * application, the next pages are read by these ids, without another sort. The statement that reads the rows tells
 * whether somebody wrote since: it sees the rows and the counter of writes at the same moment.
 */
export function createSortedLists(reader: Reader): SortedLists {
  const kept = new Map<string, Promise<SortedIds>>()

  async function keptPage(plan: SortedPlan, key: string): Promise<Page | undefined> {
    const found = await kept.get(key)?.catch(() => undefined)
    if (found === undefined) return undefined
    const ids = found.ids.split(',').filter((id) => id !== '')
    const wanted = ids.slice(plan.from, plan.from + plan.size)
    const page = await reader.row<SortedRow>(plan.byIds(wanted))
    return page!.writes === found.writes && page!.n === wanted.length ? pageOf(page!, found.total) : undefined
  }

  async function sortedPage({ plan, counted }: SortedRequest): Promise<Page> {
    const key = plan.cacheKey
    const before = key === undefined ? undefined : await keptPage(plan, key)
    if (before !== undefined) return before
    const reading = reader.row<ReadRow>(plan.read(counted === undefined)).then(async (row) => {
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
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
    kept.delete(key)
    kept.set(key, ids)
    ids.catch(() => kept.get(key) === ids && kept.delete(key))
  }
  return { page: (request) => listsAtOnce(request.callerId, () => sortedPage(request)) }
}
