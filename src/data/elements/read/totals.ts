import type { Database } from '../../../foundation/db/database.ts'
import type { ListPlan, Lists, Page, UnionPlan } from '../../../query/index.ts'
import { countsOf, type StoredCounts } from './elements.store.ts'
import { createSortedLists } from './sorted-lists.ts'

const maxKept = 1000
const noRows: StoredCounts = { live: 0, all: 0, writes: '0' }

export interface Totals {
  page(app: string, plan: ListPlan): Promise<Page>
  /** Reads a page of a list over several applications. */
  pageOfUnion(plan: Omit<UnionPlan, 'each'>, parts: readonly PartOfTotal[]): Promise<Page>
}

/** The part of a list over several applications that belongs to one of them. */
export interface PartOfTotal {
  readonly app: string
  readonly plan: ListPlan
}

/**
 * Creates a reader of pages with exact totals. Rows are counted only when the total does not follow from the page and
 * the list is filtered (unfiltered totals are stored by each write). A count is cached until the next write to the
 * application.
 */
export function createTotals(database: Database, lists: Lists): Totals {
  const sortedLists = createSortedLists(database.reader, lists)
  const kept = new Map<string, { writes: string; total: Promise<number> }>()

  /** Returns the total number of rows of all parts. */
  async function sum(parts: readonly PartOfTotal[]): Promise<number> {
    const stored = await countsOf(
      database.single,
      parts.map(({ app }) => app),
    )
    const counts = await Promise.all(parts.map(({ app, plan }) => countOf(plan, stored.get(app) ?? noRows)))
    return counts.reduce((total, one) => total + one, 0)
  }

  async function countOf(plan: ListPlan, { live, all, writes }: StoredCounts): Promise<number> {
    if (plan.counts !== undefined) return plan.counts === 'live' ? live : all
    const key = plan.cacheKey
    if (key === undefined) return lists.count(plan)
    const found = kept.get(key)
    if (found?.writes === writes) return found.total
    // `writes` was read before the count begins, so a later reader with the same number sees the same rows.
    const total = lists.count(plan)
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value!)
    kept.delete(key)
    kept.set(key, { writes, total })
    total.catch(() => kept.delete(key))
    return total
  }

  function page(app: string, plan: ListPlan): Promise<Page> {
    const { callerId, sorted } = plan
    const count = () => sum([{ app, plan }])
    if (sorted === undefined) return lists.run(plan, count)
    const counted = plan.counts === undefined ? undefined : count
    return sortedLists.page({ callerId, plan: sorted, counted })
  }

  function pageOfUnion(plan: Omit<UnionPlan, 'each'>, parts: readonly PartOfTotal[]): Promise<Page> {
    const { callerId, sorted } = plan
    const counted = () => sum(parts)
    return sorted === undefined ? lists.run(plan, counted) : sortedLists.page({ callerId, plan: sorted, counted })
  }
  return { page, pageOfUnion }
}
