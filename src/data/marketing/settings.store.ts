import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Stamp } from '../../solutions/index.ts'

export interface MarketingSettings {
  readonly enabled: boolean
  /** Paths of the groups that work with segments and subscribers, besides the administrators. */
  readonly groups: readonly string[]
}

/** Returns the settings. Without a stored row, marketing is switched on and only for administrators. */
export async function readSettings(reader: Reader): Promise<MarketingSettings> {
  const row = await reader.row<{ enabled: boolean; groups: string }>(sql`select enabled, groups from marketing_setting`)
  return row === undefined ? { enabled: true, groups: [] } : { enabled: row.enabled, groups: JSON.parse(row.groups) }
}

export async function putSettings(tx: Tx, { enabled, groups }: MarketingSettings, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    insert into marketing_setting (enabled, groups, updated_at, updated_by)
    values (${enabled}, ${JSON.stringify(groups)}::jsonb, ${at}, ${by})
    on conflict (only_one) do update set enabled = excluded.enabled, groups = excluded.groups,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}
