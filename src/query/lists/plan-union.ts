import { join, literal, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Condition } from '../condition.ts'
import { openCompilation } from '../conditions/query-level.ts'
import { limits } from '../limits.ts'
import type { QueryContext, Source } from '../source.ts'
import { fromItem, visible } from '../sql/rows-sql.ts'
import type { ListRequest } from './list-request.ts'
import type { RunnablePlan } from './lists.ts'
import { cutSql, isShortPage, itemsInBytes, itemsSql, keysOf, namedKeys } from './page-sql.ts'
import { keyOf, type ListPlan, listLevel, planList, type SortedPlan, totalOfPage, whereSql } from './plan-list.ts'
import { rowJson } from './projection-sql.ts'
import { isSortIndexed, orderSql, sortValues } from './sort-sql.ts'

/**
 * A source whose rows are listed together with those of other sources. All united sources have the same fields, and
 * each field has the same type in all sources.
 */
export type UnitedSource = Source & Required<Pick<Source, 'narrow'>>

/** The statements of one list over several sources. */
export interface UnionPlan extends RunnablePlan {
  /** The plan of the same list of each source alone, in the order of the sources; used to count the rows. */
  readonly each: readonly ListPlan[]
  /**
   * Another way to read a page within the first 500 rows; set when a source has no index for the order of the list.
   */
  readonly sorted: SortedPlan | undefined
}

const pageRow = sql`p`
const foundRow = sql`f`

/**
 * Builds the statement that reads a page of several sources, and the statements that count their rows. Conditions, sort
 * keys and rights are compiled for each source separately, so each source uses its own indexes.
 */
export function planUnion(
  request: ListRequest,
  sources: readonly UnitedSource[],
  setting: QueryContext,
  extra: readonly Condition[] = [],
): UnionPlan {
  return {
    callerId: setting.callerId,
    ...(request.size > 0 ? pagesOfUnion(request, sources, setting, extra) : { page: undefined, sorted: undefined }),
    totalOfPage: (rows) => totalOfPage(request, rows),
    each: sources.map((source) => planList({ ...request, size: 0 }, source, setting, extra)),
  }
}

/**
 * Returns the statements that read the page. Each source gives its first rows in the order of the list, if possible
 * from an index. The page is cut from these rows, and JSON is built for the rows of the page only. A sorted list
 * identifies a row by the number of its source and its id.
 */
function pagesOfUnion(
  request: ListRequest,
  sources: readonly UnitedSource[],
  setting: QueryContext,
  extra: readonly Condition[],
): Pick<UnionPlan, 'page' | 'sorted'> {
  const { from, size, fields, sort } = request
  const conditions = request.filter ? [...extra, request.filter] : extra
  const isShort = isShortPage(request)
  const arms = sources.map((source, place) => {
    const level = listLevel(request, source, conditions, openCompilation(setting))
    const { row } = level
    const values = sortValues(sort, level)
    const where = whereSql(request, conditions, level)
    const number = sql`${literal(String(place))}::int`
    const text = rowJson(fields, { ...level, row: pageRow })
    const isFound = sql`${visible({ source, row: pageRow })} and ${source.id(pageRow)} = ${source.id(foundRow)}`
    return {
      keys: keysOf(values),
      first: (count: number) => sql`(select ${number} as arm, ${source.narrow.columns(row)}${namedKeys(values)}
        from ${fromItem(level)} where ${where} order by ${orderSql(values, level)}${cutSql(0, count)})`,
      text: sql`when ${number} then (select ${text} from ${source.relation} ${pageRow} where ${isFound})`,
      isIndexed: isSortIndexed(sort, level),
      isCacheable: !level.compilation.looksElsewhere && source.narrowed !== 'elsewhere',
    }
  })
  const [first] = arms
  const order = orderSql(first!.keys, { source: sources[0]!, row: foundRow })
  const cut = sql`order by ${order}${cutSql(from, size)}`
  const firstOfAll = (count: number, end: Sql): Sql => {
    const all = arms.map((arm) => arm.first(count))
    return sql`select * from (${join(all, sql` union all `)}) ${foundRow} ${end}`
  }
  const texts = arms.map(({ text }) => text)
  const itemsOf = (rows: Sql): Sql => itemsSql(sql`case ${foundRow}.arm ${join(texts, sql` `)} end`, rows, isShort)
  const page = itemsInBytes(sql`select ${itemsOf(sql`(${firstOfAll(from + size, cut)}) ${foundRow}`)}`)
  if (arms.every(({ isIndexed }) => isIndexed) || from + size > limits.sortedRows) return { page, sorted: undefined }

  const writes = sql`concat_ws(',', ${join(sources.map(({ narrow }) => narrow.writes))}) as writes`
  const name = sql`${foundRow}.arm || ':' || ${foundRow}.id`
  const firstRows = firstOfAll(limits.sortedRows, sql`order by ${order} limit ${limits.sortedRows}`)
  const sorted: SortedPlan = {
    from,
    size,
    order: firstRows,
    cacheKey: arms.every(({ isCacheable }) => isCacheable) ? keyOf(firstRows) : undefined,
    read: () =>
      itemsInBytes(sql`with found as materialized (${firstRows})
      select (select coalesce(string_agg(${name}, ',' order by ${order}), '') from found ${foundRow}) as ids, ${writes}, ${itemsOf(sql`(select * from found ${foundRow} ${cut}) ${foundRow}`)}`),
    byIds(names) {
      const [numbers, ids] = [0, 1].map((part) => names.map((one) => one.split(':')[part]!))
      const found = sql`(select * from unnest(${numbers}::int[], ${ids}::uuid[]) with ordinality n (arm, id, place) order by place) ${foundRow}`
      return itemsInBytes(sql`select ${writes}, ${itemsOf(found)}`)
    },
  }
  return { page, sorted }
}
