import type { Reader } from '../../foundation/db/database.ts'
import { Bound, sql } from '../../foundation/db/sql.ts'
import { endedTurns, type TurnPage, type VersionRow } from '../../foundation/live/index.ts'

/** Returns the versions of instances, which change with their tasks, too. */
export function instanceVersions(reader: Reader, ids: readonly string[]): Promise<VersionRow[]> {
  return reader.rows<VersionRow>(sql`
    select i.id::text as id, concat_ws('/', i.rev, i.state, i.version,
      (select sum(t.rev) from process_task t where t.instance = i.id)) as version
    from process_instance i where i.id = any (${ids}::uuid[])`)
}

/** Returns the versions of batches. */
export function batchVersions(reader: Reader, ids: readonly string[]): Promise<VersionRow[]> {
  return reader.rows<VersionRow>(sql`
    select id::text as id, concat_ws('/', state, done, failed) as version
    from process_batch where id = any (${ids}::uuid[])`)
}

/**
 * Returns the keys of the tasks that were changed from a turn on. A task has the id of each of its users, groups and
 * positions as a key. A task about an element also has `ID/APPLICATION` for each of them, and `/APPLICATION`.
 */
export async function changedPerformers(reader: Reader, from: string | undefined): Promise<TurnPage> {
  const begin = from === undefined ? sql`(select turn from horizon)` : sql`${new Bound(from)}::bigint`
  const row = await reader.row<{ until: string; ids: string[] }>(sql`
    with horizon as materialized (select ${endedTurns} as turn)
    select turn::text as until, array(
      select distinct key from process_task t,
        unnest(array[t.assignee, t.owner] || t.candidates || t.participants || t.asked) as performers(performer),
        unnest(array[performer::text, performer || '/' || t.item_app, '/' || t.item_app]) as keys(key)
      where t.turn >= ${begin} and t.turn < (select turn from horizon) and key is not null) as ids
    from horizon`)
  return row!
}

/** Returns which of these batches a user has started. */
export async function ownBatches(reader: Reader, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from process_batch where id = any (${ids}::uuid[]) and created_by = ${userId}::uuid`)
  return rows.map(({ id }) => id)
}
