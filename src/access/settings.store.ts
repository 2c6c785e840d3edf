import type { Reader, Tx } from '../foundation/db/database.ts'
import { sql } from '../foundation/db/sql.ts'
import type { AccessSetting } from './schemas.ts'

export interface SettingRow {
  readonly setting: AccessSetting
  readonly updatedAt: string
  readonly updatedBy: string
}

/** Returns the access setting of a path, such as `law.matters`; undefined when there is none. */
export async function settingOf(reader: Reader, path: string): Promise<SettingRow | undefined> {
  const row = await reader.row<Omit<SettingRow, 'setting'> & { setting: string }>(sql`
    select setting, wire_time(updated_at) as "updatedAt", updated_by::text as "updatedBy"
    from access_setting where path = ${path}`)
  return row && { ...row, setting: JSON.parse(row.setting) }
}

export async function putSetting(
  tx: Tx,
  path: string,
  setting: AccessSetting,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into access_setting as s (path, setting, rev, updated_at, updated_by)
    values (${path}, ${JSON.stringify(setting)}::jsonb, 1, ${at}, ${by})
    on conflict (path) do update set setting = excluded.setting, rev = s.rev + 1, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`)
}
