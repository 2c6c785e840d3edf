import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** The looks of the console that a user has chosen, as stored; null for the default. */
export interface StoredLooks {
  readonly theme: string | null
  readonly density: string | null
  readonly startPage: string | null
}

export async function readLooks(reader: Reader, userId: string): Promise<StoredLooks> {
  const row = await reader.row<StoredLooks>(sql`
    select theme, density, start_page as "startPage" from user_settings where user_id = ${userId}`)
  return row ?? { theme: null, density: null, startPage: null }
}

export async function writeLooks(tx: Tx, userId: string, looks: StoredLooks, now: Date): Promise<void> {
  const { theme, density, startPage } = looks
  await tx.rows(sql`
    insert into user_settings as s (user_id, theme, density, start_page, updated_at)
    values (${userId}, ${theme}, ${density}, ${startPage}, ${now})
    on conflict (user_id) do update set theme = excluded.theme, density = excluded.density,
      start_page = excluded.start_page, updated_at = excluded.updated_at`)
}
