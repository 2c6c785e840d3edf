import { Bound, id, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { JsonValue } from '../../../foundation/kit/json.ts'
import { formatTime } from '../../../foundation/kit/time/rfc3339.ts'
import { itemsInBytes, type ListPlan, type PageRow, type QueryContext } from '../../../query/index.ts'
import { type Report, sqlTypeOf } from '../report.ts'
import { typeSql } from '../sql/check-query.store.ts'
import { fillQuery, namesIn } from '../sql/query-text.ts'
import { reportRelation } from './report-source.ts'

/** The maximum number of rows of a report, before the filters on its columns. */
export const maxReportRows = 100_000

export interface ReportRow extends PageRow {
  readonly total: string
  /** Whether the report has more than `maxReportRows` rows. */
  readonly isTooLong: boolean
}

export interface ReportRun extends Pick<QueryContext, 'callerId' | 'nowMs'> {
  readonly values: ReadonlyMap<string, JsonValue>
  /** Returns the SELECT of a table with the rows that the caller may see. */
  readonly rowsOf: (table: string) => Sql
}

/**
 * Returns the statement that runs a report. The report is computed once. The total and the page, with its filter and
 * its order, are then read from its rows.
 */
export function reportStatement(
  report: Report,
  { page, count }: Pick<ListPlan, 'page' | 'count'>,
  run: ReportRun,
): Sql {
  const { query } = report
  const tables = namesIn(query, 'table').map((name) => sql`${id(name)} as not materialized (${run.rowsOf(name)})`)
  const values = new Map(namesIn(query, 'parameter').map((name) => [name, parameter(report, name, run)]))
  const filled = fillQuery(query, ({ is, name }) => (is === 'table' ? id(name) : values.get(name)!))
  const rows = sql`${reportRelation} as materialized (
select * from (\n${filled}\n) ${reportRelation} limit ${maxReportRows + 1})`
  return itemsInBytes(sql`with ${join([...tables, rows])}
    select page.items, page.n, (${count}) as total,
      (select count(*) > ${maxReportRows} from ${reportRelation}) as "isTooLong"
    from (${page ?? sql`select '[]' as items, 0 as n`}) page`)
}

/** Returns the SQL of a parameter: its bound value with a cast to its type. */
function parameter({ parameters }: Report, name: string, { values, callerId, nowMs }: ReportRun): Sql {
  if (name === 'now') return sql`(${new Bound(formatTime(nowMs))}::timestamptz)`
  if (name === 'caller') return sql`(${new Bound(callerId)}::uuid)`
  const field = parameters.get(name)!
  const value = values.get(name) ?? null
  if (value === null) return sql`(null::${typeSql(sqlTypeOf(field))})`
  const json = new Bound(JSON.stringify(value))
  return sql`(${field.type.column.value(sql`${json}::jsonb`, field)})`
}
