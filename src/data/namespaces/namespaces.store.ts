import type { Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { type Stamp, stamps } from '../../solutions/index.ts'

/** A sub-select of the namespaces as a JSON list, each with the administrators' access setting. */
export const namespaceRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', code, 'code', code, 'solution', solution, 'name', name,
    'icon', icon, 'order', place, 'visibleTo', visible_to, ${stamps},
    'accessSetting', (select setting from access_setting where path = namespace.code)) order by place, code), '[]')
  from namespace where deleted_at is null)`

export interface NewNamespace {
  readonly code: string
  readonly solution: string
  readonly name: string
  readonly icon: string | null
  readonly order: number
  readonly visibleTo: readonly string[] | null
}

/** Creates or updates a namespace, or restores it after a removal. */
export async function putNamespace(tx: Tx, namespace: NewNamespace, { by, at }: Stamp): Promise<void> {
  const { code, solution, name, icon, order, visibleTo } = namespace
  await tx.rows(sql`
    insert into namespace (code, solution, name, icon, place, visible_to, created_at, created_by, updated_at, updated_by)
    values (${code}, ${solution}, ${name}, ${icon}, ${order}, ${visibleTo && JSON.stringify(visibleTo)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (code) do update set solution = excluded.solution, name = excluded.name, icon = excluded.icon,
      place = excluded.place, visible_to = excluded.visible_to, updated_at = excluded.updated_at, updated_by = excluded.updated_by, deleted_at = null`)
}

export async function removeNamespace(tx: Tx, code: string, { by, at }: Stamp): Promise<void> {
  await tx.rows(
    sql`update namespace set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by} where code = ${code}`,
  )
}
