import type { Reader } from '../../foundation/db/database.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Condition } from '../condition.ts'
import { answerTooLarge } from '../limits.ts'
import type { Setting, Source } from '../source.ts'
import { listConcurrency } from './list-concurrency.ts'
import type { ListRequest } from './list-request.ts'
import { type ListPlan, planList } from './plan-list.ts'

export interface Page {
  /** The rows of the page, as a JSON array. */
  readonly items: JsonText
  /** The number of all matching rows, not only those on the page. */
  readonly total: number
}

/** Plans and runs a list of a source that keeps no row count of its own. */
export function listPage(
  reader: Reader,
  request: ListRequest,
  source: Source,
  setting: Setting,
  extra: readonly Condition[] = [],
): Promise<Page> {
  const plan = planList(request, source, setting, extra)
  return runPlan(reader, plan, () => countOf(reader, plan))
}

/** Reads the page. Calls `count` only when the page does not tell the total. */
export function runPlan(reader: Reader, plan: ListPlan, count: () => Promise<number>): Promise<Page> {
  return listConcurrency(plan.callerId, async () => {
    const page = plan.page && (await reader.row<PageRow>(plan.page))
    const total = (page && plan.totalOfPage(page.n)) ?? (await count())
    return page ? pageOf(page, total) : { items: new JsonText('[]'), total }
  })
}

export interface PageRow {
  /** The rows as a JSON array; null when the array is too large. */
  readonly items: string | null
  readonly n: number
}

/** Returns the page from the row that a page statement gave. Throws `query.too_large`. */
export function pageOf({ items, n }: PageRow, total: number): Page {
  if (items === null) throw answerTooLarge(`${n} such rows`)
  return { items: new JsonText(items), total }
}

/** Returns the exact total, counted by the database. */
export async function countOf(reader: Reader, plan: ListPlan): Promise<number> {
  const counted = await reader.row<{ total: string }>(plan.count)
  return Number(counted?.total ?? 0)
}
