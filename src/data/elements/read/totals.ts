import type { Database } from '../../../foundation/db/database.ts'
import { type ListPlan, type Lists, type Page, type Searched, timed, type UnionPlan } from '../../../query/index.ts'
import { countsOf, type StoredCounts } from './elements.store.ts'
import { createSortedLists, type SortedLists } from './sorted-lists.ts'

const maxKept = 1000
const noRows: StoredCounts = { live: 0, all: 0, writes: '0' }

/** The part of a list over several applications that belongs to one of them. */
export interface PartOfTotal {
  readonly app: string
  readonly plan: ListPlan
}

/**
 * A reader of pages with exact totals. Each write stores the total of all elements of an application, so rows are
 * counted only in lists that conditions, ids or rights restrict. A count that depends on one application only is
 * cached until the next write to the application.
 */
export class Totals {
  readonly #database: Database
  readonly #lists: Lists
  readonly #sortedLists: SortedLists
  readonly #kept = new Map<string, { writes: string; total: Promise<number> }>()

  constructor(database: Database, lists: Lists) {
    this.#database = database
    this.#lists = lists
    this.#sortedLists = createSortedLists(database.reader, lists)
  }

  /** Reads a page. Calls `searched` with the time that its statements took; 0 for kept ids and a kept total. */
  async page(app: string, plan: ListPlan, searched: Searched): Promise<Page> {
    const { callerId, sorted } = plan
    let spentMs = 0
    const add: Searched = (ms) => {
      spentMs += ms
    }
    const count = () => this.#sum([{ app, plan }], add)
    const counted = plan.counts === undefined ? undefined : count
    try {
      return await (sorted === undefined
        ? this.#lists.run(plan, count, add)
        : this.#sortedLists.page({ callerId, plan: sorted, counted, searched: add }))
    } finally {
      searched(spentMs)
    }
  }

  /** Reads a page of a list over several applications. */
  pageOfUnion(plan: Omit<UnionPlan, 'each'>, parts: readonly PartOfTotal[]): Promise<Page> {
    const { callerId, sorted } = plan
    const counted = () => this.#sum(parts)
    return sorted === undefined
      ? this.#lists.run(plan, counted)
      : this.#sortedLists.page({ callerId, plan: sorted, counted })
  }

  /** Returns the total number of rows of all parts. */
  async #sum(parts: readonly PartOfTotal[], searched?: Searched): Promise<number> {
    const stored = await countsOf(
      this.#database.single,
      parts.map(({ app }) => app),
    )
    const counts = await Promise.all(
      parts.map(({ app, plan }) => this.#countOf(plan, stored.get(app) ?? noRows, searched)),
    )
    return counts.reduce((total, one) => total + one, 0)
  }

  async #countOf(plan: ListPlan, { live, all, writes }: StoredCounts, searched?: Searched): Promise<number> {
    if (plan.counts !== undefined) return plan.counts === 'live' ? live : all
    const key = plan.cacheKey
    if (key === undefined) return this.#lists.count(plan)
    const found = this.#kept.get(key)
    if (found?.writes === writes) return found.total
    // `writes` was read before the count begins, so a later reader with the same number sees the same rows.
    const total = timed(plan.count, () => this.#lists.count(plan), searched)
    if (this.#kept.size >= maxKept) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.delete(key)
    this.#kept.set(key, { writes, total })
    total.catch(() => this.#kept.delete(key))
    return total
  }
}
