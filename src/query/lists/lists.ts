import type { Reader } from '../../foundation/db/database.ts'
import { QueryTooSlow } from '../../foundation/db/failures.ts'
import { statementTimes } from '../../foundation/db/planner/statement-times.ts'
import type { Sql } from '../../foundation/db/sql.ts'
import { type ConcurrencyLimitByKey, limitConcurrencyByKey } from '../../foundation/kit/concurrency-limit.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Condition } from '../condition.ts'
import { tooManyLists } from '../errors.ts'
import { answerTooLarge, limits } from '../limits.ts'
import type { QueryContext, Source } from '../source.ts'
import type { ListRequest } from './list-request.ts'
import { type ListPlan, planList } from './plan-list.ts'

export interface Page {
  /** The rows of the page, as a JSON array. */
  readonly items: JsonText
  /** The number of all matching rows, not only those on the page. */
  readonly total: number
}

/** The part of a plan that reading a page needs. */
export type RunnablePlan = Pick<ListPlan, 'callerId' | 'page' | 'totalOfPage'>

/** Takes the time in ms of a statement that searched elements. */
export type Searched = (ms: number) => void

/**
 * Runs a statement and reports its time, without waiting for a connection, also when it ran into its timeout: such a
 * statement counts most of all.
 */
export async function timed<T>(statement: Sql, run: () => Promise<T>, searched: Searched | undefined): Promise<T> {
  if (searched === undefined) return run()
  statementTimes.measure(statement)
  try {
    const result = await run()
    searched(statementTimes.of(statement))
    return result
  } catch (error) {
    if (error instanceof PlatformError && error.code === QueryTooSlow.code) searched(statementTimes.of(statement))
    throw error
  }
}

/** Runs lists. One instance serves the whole platform, because it limits how many lists of one caller run at a time. */
export interface Lists {
  /** Plans and runs a list of a source that keeps no row count of its own. */
  page(request: ListRequest, source: Source, setting: QueryContext, extra?: readonly Condition[]): Promise<Page>
  /**
   * Reads the page of a plan. Calls `count` only when the total does not follow from the page, and `searched` with the
   * time that the page took.
   */
  run(plan: RunnablePlan, count: () => Promise<number>, searched?: Searched): Promise<Page>
  /** Returns the exact total, counted by the database. */
  count(plan: ListPlan): Promise<number>
  /**
   * Runs a task as a list of the caller: a limited number at a time, and more in FIFO order. Throws
   * `query.too_many_lists` when the caller's queue is full.
   */
  readonly limited: ConcurrencyLimitByKey
}

export function createLists(reader: Reader, limit: { running: number; waiting: number } = limits.listsOfCaller): Lists {
  const limited = limitConcurrencyByKey(limit, () =>
    tooManyLists('too many of your lists are waiting; try again later'),
  )
  const run: Lists['run'] = (plan, countRows, searched) =>
    limited(plan.callerId, async () => {
      const { page: statement } = plan
      const page = statement && (await timed(statement, () => reader.row<PageRow>(statement), searched))
      const stored = page?.total === undefined ? undefined : Number(page.total)
      const total = stored ?? (page && plan.totalOfPage(page.n)) ?? (await countRows())
      return page ? pageOf(page, total) : { items: new JsonText('[]'), total }
    })
  const count: Lists['count'] = async (plan) => {
    const counted = await reader.row<{ total: string }>(plan.count)
    return Number(counted?.total ?? 0)
  }
  return {
    run,
    count,
    limited,
    page(request, source, setting, extra = []) {
      const plan = planList(request, source, setting, extra)
      return run(plan, () => count(plan))
    },
  }
}

export interface PageRow {
  /** The rows as a JSON array, in text or bytes of UTF-8; null when the array is too large. */
  readonly items: string | Uint8Array | null
  readonly n: number
  /** The total number of rows; absent where it is not stored. */
  readonly total?: string
}

/** Converts the row of a page statement to a page. Throws `query.too_large` when the array of rows is too large. */
export function pageOf({ items, n }: PageRow, total: number): Page {
  if (items === null) throw answerTooLarge(`${n} such rows`)
  return { items: new JsonText(items), total }
}
