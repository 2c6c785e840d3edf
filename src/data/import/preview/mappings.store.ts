import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Mode } from '../options.ts'

/** The saved mapping and options for a user's imports into an application. */
export interface SavedMapping {
  /** The field code for each column title. */
  readonly mapping: Readonly<Record<string, string>>
  readonly mode?: Mode | undefined
  /** The codes of the fields that identify the element of a row. */
  readonly key?: readonly string[] | undefined
}

export async function savedMapping(reader: Reader, userId: string, app: string): Promise<SavedMapping | undefined> {
  const row = await reader.row<{ mapping: string }>(sql`
    select mapping::text from import_mapping where user_id = ${userId} and app = ${app}`)
  return row && JSON.parse(row.mapping)
}

export async function saveMapping(
  tx: Tx,
  { userId, app, mapping, at }: { userId: string; app: string; mapping: SavedMapping; at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into import_mapping (user_id, app, mapping, updated_at)
    values (${userId}, ${app}, ${JSON.stringify(mapping)}::jsonb, ${at})
    on conflict (user_id, app) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`)
}
