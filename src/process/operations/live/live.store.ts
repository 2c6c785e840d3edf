import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { readTurns, type TurnPage, type TurnRange, type VersionRow } from '../../../foundation/live/index.ts'

/** Returns the versions of instances, which change with their tasks, too. */
export function instanceVersions(reader: Reader, ids: readonly string[]): Promise<VersionRow[]> {
  return reader.rows<VersionRow>(sql`
    select i.id::text as id, concat_ws('/', i.rev, i.state, i.version,
      (select sum(t.rev) from process_task t where t.instance = i.id)) as version
    from process_instance i where i.id = any (${ids}::uuid[])`)
}

/**
 * Returns the keys of the tasks that were changed in a range of turns. A task has the id of each of its users, groups
 * and positions as a key. A task about an element also has `ID/APPLICATION` for each of them, and `/APPLICATION`.
 */
export const changedPerformers = (reader: Reader, range: TurnRange): Promise<TurnPage> =>
  readTurns(reader, range, {
    tables: [sql`process_task`],
    changes: (inRange) => sql`
      select key as id, t.turn from process_task t,
        unnest(array[t.assignee, t.owner] || t.candidates || t.participants || t.asked) as performers(performer),
        unnest(array[performer::text, performer || '/' || t.item_app, '/' || t.item_app]) as keys(key)
      where ${inRange(sql`t.turn`)} and key is not null`,
  })
