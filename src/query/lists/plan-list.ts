import { hash } from 'node:crypto'
import { join, type Sql, sql, toStatement } from '../../foundation/db/sql.ts'
import { type Condition, fieldPath } from '../condition.ts'
import { type Compilation, openCompilation, type QueryLevel, topLevel } from '../conditions/query-level.ts'
import { resolve } from '../conditions/resolve.ts'
import { searchedRow } from '../conditions/searched-row.ts'
import type { QueryContext, Source } from '../source.ts'
import { planSql } from '../sql/plan-sql.ts'
import { fromItem, visible } from '../sql/rows-sql.ts'
import type { ListRequest } from './list-request.ts'
import { type ListShape, shapeKey, shapeOf } from './list-shape.ts'
import { pageSql, type SortedList } from './page-sql.ts'

export interface ListPlan {
  readonly callerId: string
  /**
   * The statement that reads the page; undefined when only the total is requested. The statement gives one row:
   * `items`, a JSON array as text (null when too large), `n`, the number of rows, and `total` where it is stored.
   */
  readonly page: Sql | undefined
  /** Other ways to read the page; set under the conditions of `PageStatements.sorted`. */
  readonly sorted: SortedPlan | undefined
  /** The statement that counts all rows of the list. The statement gives one row: `total` (bigint). */
  readonly count: Sql
  /**
   * Set when no condition, id or right restricts the list, so that a stored count is the total: `all` counts all
   * rows, `live` only the live rows.
   */
  readonly counts: 'all' | 'live' | undefined
  /**
   * Returns the total when it follows from the number of rows on the page; otherwise undefined, and `count` must be
   * run.
   */
  readonly totalOfPage: (rowsOnPage: number) => number | undefined
  /**
   * The cache key of the total: equal for equal count statements; undefined when rows of other sources affect the
   * total.
   */
  readonly cacheKey: string | undefined
  /** What an index for lists like this one must hold; undefined where no such index would serve it. */
  readonly shape: ListShape | undefined
}

export interface SortedPlan extends SortedList {
  /**
   * The cache key of the sorted rows, made from `order`; undefined when rows of other sources affect the rows or
   * their order.
   */
  readonly cacheKey: string | undefined
}

/**
 * Builds the page statement and the count statement of a list. The conditions in `extra`, such as statuses, are added
 * by the calling code and joined by AND.
 */
export function planList(
  request: ListRequest,
  source: Source,
  setting: QueryContext,
  extra: readonly Condition[] = [],
): ListPlan {
  const conditions = request.filter ? [...extra, request.filter] : extra
  const level = listLevel(request, source, conditions, openCompilation(setting))
  const restricted = conditions.length > 0 || request.ids.length > 0
  const where = whereSql(request, conditions, level)
  const cacheable = !level.compilation.looksElsewhere && source.narrowed !== 'elsewhere'
  const count = sql`select count(*) as total from ${fromItem(level)} where ${where}`
  const counts = restricted || source.narrowed ? undefined : request.active ? 'live' : 'all'
  const stored = counts && source.narrow?.counts?.[counts]
  const shaped = shapeOf(request, conditions, level)
  const indexed = source.narrow?.indexedShapes
  const isIndexed = shaped?.isOrdered === true && indexed?.has(shapeKey(shaped.shape)) === true
  const { page, sorted } = request.size > 0 ? pageSql(request, where, level, { stored, isIndexed }) : {}
  return {
    callerId: setting.callerId,
    page,
    sorted: sorted && { ...sorted, cacheKey: cacheable ? keyOf(sorted.order) : undefined },
    count,
    counts,
    totalOfPage: (rows) => totalOfPage(request, rows),
    // Most lists never need the cache key, so it is computed on access.
    get cacheKey() {
      return cacheable ? keyOf(count) : undefined
    },
    shape: shaped?.shape,
  }
}

/**
 * Returns the level of a list. A list that no condition and no sort key restricts is read from the whole rows, which it
 * shows, and so are elements with given ids.
 */
export function listLevel(
  { ids, sort }: ListRequest,
  source: Source,
  conditions: readonly Condition[],
  compilation: Compilation,
): QueryLevel {
  const sorted = sort.map(({ field }) => fieldPath(field))
  const isPlain = conditions.length === 0 && sorted.length === 0 && source.narrowed === undefined
  const row =
    isPlain || ids.length > 0 ? sql`e` : searchedRow(source, sql`e`, { conditions, selected: [], sorted, isTop: true })
  return topLevel(source, row, compilation)
}

/** Returns the WHERE clause of a list: the rows that the caller may see and that match the request. */
export function whereSql(request: ListRequest, conditions: readonly Condition[], level: QueryLevel): Sql {
  const { source, row } = level
  const parts = [visible(level, true)]
  if (request.active) parts.push(source.live(row))
  if (request.ids.length > 0) parts.push(sql`${source.id(row)} = any (${request.ids}::uuid[])`)
  for (const condition of conditions) parts.push(planSql(resolve(condition, level)))
  return join(parts, sql` and `)
}

/** Returns the total when it follows from the number of rows on the page; otherwise undefined. */
export function totalOfPage({ from, size }: ListRequest, rows: number): number | undefined {
  return rows < size && (rows > 0 || from === 0) && size > 0 ? from + rows : undefined
}

/** Keys with more characters are hashed. A list of ids may be long, and a thousand keys are kept. */
const maxKeyChars = 1_000

/** Returns a cache key that is equal for equal statements with equal values. */
export function keyOf(statement: Sql): string {
  const { text, values } = toStatement(statement)
  const key = `${text} ${JSON.stringify(values)}`
  return key.length > maxKeyChars ? hash('sha1', key, 'base64url') : key
}
