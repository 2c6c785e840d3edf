import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Stamp } from '../../solutions/index.ts'
import type { SettingValue } from '../definition/module-schema.ts'

export interface StoredState {
  readonly enabled: boolean | null
  readonly settings: Readonly<Record<string, SettingValue>>
  /** Encrypted values of secret settings by code. */
  readonly secrets: Readonly<Record<string, string>>
}

/** Returns what administrators have set for a module; an empty state when they have set nothing. */
export async function stateOf(reader: Reader, module: string): Promise<StoredState> {
  const row = await reader.row<{ state: string }>(sql`
    select jsonb_build_object('enabled', enabled, 'settings', settings, 'secrets', secrets)::text as state
    from module_state where module = ${module}`)
  return row === undefined ? { enabled: null, settings: {}, secrets: {} } : JSON.parse(row.state)
}

export async function putState(tx: Tx, module: string, state: StoredState, { by, at }: Stamp): Promise<void> {
  const { enabled, settings, secrets } = state
  await tx.rows(sql`
    insert into module_state (module, enabled, settings, secrets, updated_at, updated_by)
    values (${module}, ${enabled}, ${JSON.stringify(settings)}::jsonb, ${JSON.stringify(secrets)}::jsonb, ${at}, ${by})
    on conflict (module) do update set enabled = excluded.enabled, settings = excluded.settings,
      secrets = excluded.secrets, updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}
