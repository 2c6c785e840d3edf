import { join, literal, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Condition } from '../condition.ts'
import { openCompilation, topLevel } from '../conditions/query-level.ts'
import type { QueryContext, Source } from '../source.ts'
import { visible } from '../sql/rows-sql.ts'
import type { ListRequest } from './list-request.ts'
import type { RunnablePlan } from './lists.ts'
import { isShortPage, itemsSql, keysOf, namedKeys } from './page-sql.ts'
import { type ListPlan, planList, totalOfPage, whereSql } from './plan-list.ts'
import { rowJson } from './projection-sql.ts'
import { orderSql, sortValues } from './sort-sql.ts'

/**
 * A source whose rows are listed together with those of other sources. All of them have the same fields, and each field
 * has the same type in all of them.
 */
export type UnitedSource = Source & Required<Pick<Source, 'narrow'>>

/** The statements of one list over several sources. */
export interface UnionPlan extends RunnablePlan {
  /** The plan of the same list of each source alone, in the order of the sources; used to count the rows. */
  readonly each: readonly ListPlan[]
}

const row = sql`e`
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
    page: request.size > 0 ? pageOfUnion(request, sources, setting, extra) : undefined,
    totalOfPage: (rows) => totalOfPage(request, rows),
    each: sources.map((source) => planList({ ...request, size: 0 }, source, setting, extra)),
  }
}

/**
 * Returns the statement that reads the page. Each source gives its first rows in the order of the list, which an index
 * can hold; the page is cut from these, and JSON is built for the rows of the page only.
 */
function pageOfUnion(
  request: ListRequest,
  sources: readonly UnitedSource[],
  setting: QueryContext,
  extra: readonly Condition[],
): Sql {
  const { from, size, fields, sort } = request
  const conditions = request.filter ? [...extra, request.filter] : extra
  const isShort = isShortPage(request)
  const arms = sources.map((source, place) => {
    const level = topLevel(source, row, openCompilation(setting))
    const values = sortValues(sort, level)
    const where = whereSql(request, conditions, level)
    const number = sql`${literal(String(place))}::int`
    const text = rowJson(fields, { ...level, row: pageRow })
    const isFound = sql`${visible({ source, row: pageRow })} and ${source.id(pageRow)} = ${source.id(foundRow)}`
    return {
      keys: keysOf(values),
      rows: sql`(select ${number} as arm, ${source.narrow.columns(row)}${namedKeys(values)}
        from ${source.relation} ${row} where ${where} order by ${orderSql(values, level)} limit ${from + size})`,
      text: sql`when ${number} then (select ${text} from ${source.relation} ${pageRow} where ${isFound})`,
    }
  })
  const [first] = arms
  const order = orderSql(first!.keys, { source: sources[0]!, row: foundRow })
  const all = join(
    arms.map(({ rows }) => rows),
    sql` union all `,
  )
  const found = sql`(select * from (${all}) ${foundRow} order by ${order} limit ${size} offset ${from}) ${foundRow}`
  const texts = join(
    arms.map(({ text }) => text),
    sql` `,
  )
  return sql`select ${itemsSql(sql`case ${foundRow}.arm ${texts} end`, found, isShort)}`
}
