import type { Reader } from '../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import { endedTurns, type TurnPage, type VersionRow } from '../../foundation/live/index.ts'

/** Returns texts for imports and jobs on elements that change with their state and progress. */
export function jobVersions(reader: Reader, ids: readonly string[]): Promise<VersionRow[]> {
  const wanted = new Bound(ids)
  return reader.rows<VersionRow>(sql`
    select id::text as id, concat_ws('/', state, processed, undone, failed, total) as version
    from import where id = any (${wanted}::uuid[])
    union all
    select id::text, concat_ws('/', state, processed, changed, failed, total)
    from element_job where id = any (${wanted}::uuid[])`)
}

/** Returns the applications whose elements have changed since a turn. */
export async function changedApplications(reader: Reader, from: string | undefined): Promise<TurnPage> {
  const begin = from === undefined ? sql`(select turn from horizon)` : sql`${new Bound(from)}::bigint`
  const inTurns = (table: Sql): Sql =>
    sql`select h.app from ${table} h where h.turn >= ${begin} and h.turn < (select turn from horizon)`
  const row = await reader.row<{ until: string; ids: string[] }>(sql`
    with horizon as materialized (select ${endedTurns} as turn)
    select turn::text as until, array(
      select app::text from (${inTurns(sql`element_history`)} union ${inTurns(sql`element_file_version`)}) c) as ids
    from horizon`)
  return row!
}

/** Returns which of these imports and jobs on elements a user has started. */
export async function ownJobs(reader: Reader, userId: string, ids: readonly string[]): Promise<string[]> {
  const [wanted, by] = [new Bound(ids), new Bound(userId)]
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from import where id = any (${wanted}::uuid[]) and user_id = ${by}::uuid
    union all
    select id::text from element_job where id = any (${wanted}::uuid[]) and created_by = ${by}::uuid`)
  return rows.map(({ id }) => id)
}
