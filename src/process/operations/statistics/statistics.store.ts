import type { Reader } from '../../../foundation/db/database.ts'
import { nothing, type Sql, sql } from '../../../foundation/db/sql.ts'

/** Maximum number of advances that one answer counts, newest first. */
const maxAdvances = 100_000
/** Maximum count for one element. */
const maxCounted = 100_000

export interface StatisticsScope {
  readonly template: string
  readonly version?: number | undefined
}

export interface DoneRow {
  readonly element: string
  readonly done: number
  readonly meanMs: number | null
  readonly medianMs: number | null
  readonly p95Ms: number | null
}

const ofVersion = (version: number | undefined): Sql =>
  version === undefined ? nothing : sql` and version = ${version}`

/**
 * Returns the number and the durations of the completions in a period, per element. Reads only the newest advances of
 * the period. `since` is the time of the oldest of these advances, if `maxAdvances` were read.
 */
export async function doneOf(
  reader: Reader,
  { template, version }: StatisticsScope,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<{ readonly rows: readonly DoneRow[]; readonly since: string | null }> {
  const advances = sql`select at, events from process_history where template = ${template} and at >= ${from}
    and at < ${before}${ofVersion(version)} order by at desc limit ${maxAdvances}`
  const rows = await reader.rows<DoneRow & { since: string | null }>(sql`
    with advances as materialized (${advances}),
    since as (select case when count(*) = ${maxAdvances} then wire_time(min(at)) end as at from advances),
    completed as (
      select e ->> 'element' as element, (e ->> 'durationMs')::float8 as ms
      from advances, jsonb_array_elements(events) e where e ->> 'type' = 'completed'
    )
    select element, count(*)::int as done, avg(ms) as "meanMs", percentile_cont(0.5) within group (order by ms) as "medianMs",
      percentile_cont(0.95) within group (order by ms) as "p95Ms", (select at from since) as since
    from completed group by element`)
  return { rows: rows.map(({ since: _, ...row }) => row), since: rows[0]?.since ?? null }
}

/** Returns the present numbers of waits and of open incidents per element, up to `maxCounted` each. */
export function presentOf(
  reader: Reader,
  { template, version }: StatisticsScope,
  elements: readonly string[],
): Promise<{ element: string; active: number; incidents: number }[]> {
  const waits = sql`select from process_wait where template = ${template} and element = n.element
    and kind not in ('stimulus', 'thrown', 'rest', 'taskTimer')${ofVersion(version)} limit ${maxCounted}`
  const incidents = sql`select from process_incident where template = ${template} and element = n.element
    and state = 'open'${ofVersion(version)} limit ${maxCounted}`
  return reader.rows(sql`
    select n.element, (select count(*)::int from (${waits}) w) as active,
      (select count(*)::int from (${incidents}) i) as incidents
    from unnest(${elements}::text[]) n (element)`)
}
