import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { StoredSettings } from './settings.ts'

/** A user with the stored settings. */
export interface SettingsRow extends StoredSettings {
  readonly userId: string
  readonly email: string | null
}

const select = (where: Sql, more: Sql = sql``): Sql => sql`
  select u.id::text as "userId", u.email, u.timezone as "timeZone", s.language, s.mail, s.daily_at as "dailyAt",
    coalesce(s.kinds, '{}') as kinds
  from users u left join notification_settings s on s.user_id = u.id
  where ${where} and u.deleted_at is null ${more}`

const read = async (reader: Reader, statement: Sql): Promise<SettingsRow[]> => {
  const rows = await reader.rows<Omit<SettingsRow, 'kinds'> & { readonly kinds: string }>(statement)
  return rows.map((row) => ({ ...row, kinds: JSON.parse(row.kinds) }))
}

/** Returns the settings of these users, by their ids. Leaves out users who are not active. */
export async function settingsByUser(reader: Reader, ids: readonly string[]): Promise<Map<string, SettingsRow>> {
  const rows = await read(reader, select(sql`u.id = any (${ids}::uuid[]) and u.status = 2`))
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Locks a user until the transaction ends, and returns the user's settings; undefined when there is no such user. */
export async function lockSettings(tx: Tx, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await read(tx, select(sql`u.id = ${userId}`, sql`for no key update of u`))
  return row
}

export async function writeSettings(
  tx: Tx,
  userId: string,
  { language, timeZone, mail, dailyAt, kinds }: StoredSettings,
  now: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into notification_settings as s (user_id, language, mail, daily_at, kinds, updated_at)
    values (${userId}, ${language}, ${mail}, ${dailyAt}, ${JSON.stringify(kinds)}::jsonb, ${now})
    on conflict (user_id) do update set language = excluded.language, mail = excluded.mail,
      daily_at = excluded.daily_at, kinds = excluded.kinds, updated_at = excluded.updated_at`)
  await tx.rows(sql`
    update users set timezone = ${timeZone}, updated_at = ${now}, updated_by = ${userId}
    where id = ${userId} and timezone is distinct from ${timeZone}`)
}
