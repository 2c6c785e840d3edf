import { createHash } from 'node:crypto'
import { join, type Sql, sql, toStatement } from '../db/sql.ts'
import type { Condition } from './condition.ts'
import { conditionSql } from './condition-sql.ts'
import { type Frame, openDraft, rootFrame, visible } from './frame.ts'
import type { ListRequest } from './list-request.ts'
import { pageSql, type SortedList } from './page-sql.ts'
import type { Setting, Source } from './source.ts'

export interface ListPlan {
  readonly callerId: string
  /** One row: `items`, a JSON array as text, null when it is too large, and `n`, how many; undefined when only the total is asked for. */
  readonly page: Sql | undefined
  /** Set when the page is found by sorting all rows of the list: other ways to read it. */
  readonly sorted: SortedPlan | undefined
  /** One row: `total` (bigint). */
  readonly count: Sql
  /** Nothing restricts the list but the source's scope: its rows, or its live rows, are counted already. */
  readonly counts: 'all' | 'live' | undefined
  /** The total, when the number of rows on the page tells it; else undefined, and `count` has to be asked. */
  readonly totalOfPage: (rowsOnPage: number) => number | undefined
  /** Equal for equal counts; undefined when the total depends on more than rows of the source itself. */
  readonly cacheKey: string | undefined
}

export interface SortedPlan extends SortedList {
  /** Equal for the same rows in the same order; undefined when these depend on more than rows of the source itself. */
  readonly cacheKey: string | undefined
}

const row = sql`e`

/** Makes the two statements of a list. `extra` is what the caller adds, such as statuses; joined by AND. */
export function planList(
  request: ListRequest,
  source: Source,
  setting: Setting,
  extra: readonly Condition[] = [],
): ListPlan {
  const frame = rootFrame(source, row, openDraft(setting))
  const conditions = request.filter ? [...extra, request.filter] : extra
  const restricted = conditions.length > 0 || request.ids.length > 0
  const where = whereSql(request, conditions, frame)
  const cacheable = !frame.draft.looksElsewhere && source.narrowed !== 'elsewhere'
  const count = sql`select count(*) as total from ${source.relation} ${row} where ${where}`
  const { page, sorted } = request.size > 0 ? pageSql(request, where, frame) : {}
  return {
    callerId: setting.callerId,
    page,
    sorted: sorted && { ...sorted, cacheKey: cacheable ? keyOf(sorted.order) : undefined },
    count,
    counts: restricted || source.narrowed ? undefined : request.active ? 'live' : 'all',
    totalOfPage: (rows) => totalOfPage(request, rows),
    // Most lists never ask, so the key is made when it is needed.
    get cacheKey() {
      return cacheable ? keyOf(count) : undefined
    },
  }
}

function whereSql(request: ListRequest, conditions: readonly Condition[], frame: Frame): Sql {
  const { source } = frame
  const parts = [visible(source, row, true)]
  if (request.active) parts.push(source.live(row))
  if (request.ids.length > 0) parts.push(sql`${source.id(row)} = any (${request.ids}::uuid[])`)
  for (const condition of conditions) parts.push(conditionSql(condition, frame))
  return join(parts, sql` and `)
}

function totalOfPage({ from, size }: ListRequest, rows: number): number | undefined {
  return rows < size && (rows > 0 || from === 0) && size > 0 ? from + rows : undefined
}

function keyOf(statement: Sql): string {
  const { text, values } = toStatement(statement)
  return createHash('sha1').update(text).update(JSON.stringify(values)).digest('base64url')
}
