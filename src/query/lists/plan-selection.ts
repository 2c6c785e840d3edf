import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Condition } from '../condition.ts'
import { openCompilation } from '../conditions/query-level.ts'
import type { QueryContext, Source } from '../source.ts'
import { fromItem } from '../sql/rows-sql.ts'
import type { ListRequest } from './list-request.ts'
import { listLevel, whereSql } from './plan-list.ts'
import { orderSql, sortValues } from './sort-sql.ts'

/** What a selection depends on besides the request. */
export interface SelectionSetting extends QueryContext {
  readonly extra?: readonly Condition[]
  /** A further condition on the rows, such as a right. */
  readonly covered?: (row: Sql) => Sql
  /** The maximum number of rows. */
  readonly max: number
}

/**
 * Returns a query for the rows of a list, regardless of its page and its fields; at most `max` rows. The columns are
 * `id` and `position`, the place of the row in the order of the list, from 1.
 */
export function planSelection(request: ListRequest, source: Source, setting: SelectionSetting): Sql {
  const { extra = [], covered, max, ...context } = setting
  const conditions = request.filter ? [...extra, request.filter] : extra
  const level = listLevel(request, source, conditions, openCompilation(context))
  const { row } = level
  const where = whereSql(request, conditions, level)
  const order = orderSql(sortValues(request.sort, level), level)
  const all = covered === undefined ? where : sql`${where} and (${covered(row)})`
  return sql`select ${source.id(row)} as id, row_number() over (order by ${order})::int as position
    from ${fromItem(level)} where ${all} order by position limit ${max}`
}
