import type { Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Stamp } from '../../solutions/index.ts'
import type { ModuleDefinition } from './module-definition.ts'

/**
 * A sub-select of the deployed modules as a JSON list with their state. Secrets are left out; only their codes appear.
 */
export const moduleRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', m.namespace, 'code', m.code, 'solution', m.solution,
    'definition', m.definition, 'enabledByHand', s.enabled, 'values', coalesce(s.settings, '{}'),
    'secretsSet', coalesce((select jsonb_agg(k order by k) from jsonb_object_keys(s.secrets) k), '[]'),
    'createdAt', wire_time(m.created_at), 'createdBy', m.created_by,
    'updatedAt', wire_time(greatest(m.updated_at, s.updated_at)),
    'updatedBy', case when s.updated_at > m.updated_at then s.updated_by else m.updated_by end) order by m.code), '[]')
  from module m left join module_state s on s.module = m.code)`

export interface NewModule {
  readonly code: string
  readonly solution: string
  readonly definition: ModuleDefinition
}

/**
 * Creates or updates a module. Values of settings that no longer exist or that changed their type are removed, so that
 * no former secret can be shown.
 */
export async function putModule(tx: Tx, { code, solution, definition }: NewModule, stamp: Stamp): Promise<void> {
  const { by, at } = stamp
  const row = await tx.row<{ text: string }>(sql`select definition::text as text from module where code = ${code}`)
  const before: ModuleDefinition | undefined = row && JSON.parse(row.text)
  await tx.rows(sql`
    insert into module (namespace, code, solution, definition, created_at, created_by, updated_at, updated_by)
    values (${code}, ${code}, ${solution}, ${JSON.stringify(definition)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (code) do update set solution = excluded.solution, definition = excluded.definition,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
  const typeOf = new Map(before?.settings.map((one) => [one.code, one.type]))
  const kept = definition.settings.filter((one) => typeOf.get(one.code) === one.type).map((one) => one.code)
  await tx.rows(sql`
    update module_state set
      settings = coalesce((select jsonb_object_agg(key, value) from jsonb_each(settings) where key = any(${kept}::text[])), '{}'),
      secrets = coalesce((select jsonb_object_agg(key, value) from jsonb_each(secrets) where key = any(${kept}::text[])), '{}')
    where module = ${code}`)
}

/** Removes a module with its settings, secrets and telephony bindings. */
export async function removeModule(tx: Tx, code: string): Promise<void> {
  await tx.rows(sql`delete from module where code = ${code}`)
}
