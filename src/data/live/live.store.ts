import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { readTurns, type TurnPage, type TurnRange, type VersionRow } from '../../foundation/live/index.ts'

/** Returns texts for imports that change with their state and progress. */
export function importVersions(reader: Reader, ids: readonly string[]): Promise<VersionRow[]> {
  return reader.rows<VersionRow>(sql`
    select id::text as id, concat_ws('/', state, processed, undone, failed, total) as version
    from import where id = any (${ids}::uuid[])`)
}

/** Returns the applications whose elements have changed in a range of turns. */
export const changedApplications = (reader: Reader, range: TurnRange): Promise<TurnPage> =>
  readTurns(reader, range, {
    tables: [sql`element_history`, sql`element_file_version`],
    changes: (inRange) => sql`
      select app::text as id, turn from element_history where ${inRange(sql`turn`)}
      union all
      select app::text, turn from element_file_version where ${inRange(sql`turn`)}`,
  })

/** Returns which of these imports a user has started. */
export async function ownImports(reader: Reader, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from import where id = any (${ids}::uuid[]) and user_id = ${userId}::uuid`)
  return rows.map(({ id }) => id)
}
