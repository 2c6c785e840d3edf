import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** Figures of all processes, for the monitoring of the installation. */
export interface ProcessFigures {
  /** Number of instances that have not ended, counted up to 100,000. */
  readonly runningInstances: number
  /** Number of open incidents, counted up to 100,000. */
  readonly openIncidents: number
  /** Seconds since the earliest due time of a wait or a start; 0 when nothing is due. */
  readonly dueLagS: number
}

const maxCounted = 100_000

export async function processFigures(reader: Reader): Promise<ProcessFigures> {
  const row = await reader.row<ProcessFigures>(sql`
    select
      (select count(*)::int from (
        select from process_instance where ended_at is null limit ${maxCounted}) counted) as "runningInstances",
      (select count(*)::int from (
        select from process_incident where state = 'open' limit ${maxCounted}) counted) as "openIncidents",
      greatest(extract(epoch from platform_now() - least(
        (select min(due_at) from process_wait),
        (select min(due_at) from process_pending_start),
        (select min(due_at) from process_start))), 0)::float8 as "dueLagS"`)
  return { ...row!, dueLagS: row!.dueLagS ?? 0 }
}
