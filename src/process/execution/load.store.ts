import type { Reader } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'

/** A row of `process_instance`, with JSON columns as strings. */
export interface InstanceRow {
  readonly id: string
  readonly template: string
  readonly version: number
  readonly rev: string
  readonly state: string
  readonly name: string
  readonly context: string
  readonly execution: string | null
  readonly createdBy: string
  readonly parent: string | null
  readonly root: string
  readonly callers: readonly string[] | null
  readonly itemApp: string | null
  readonly item: string | null
  readonly target: string | null
  /** Ids of the requested stimulus rows that still exist. */
  readonly rows: readonly string[]
}

const columns = sql`i.id::text, i.template::text, i.version, i.rev::text, i.state, i.name, i.context, i.execution,
  i.created_by::text as "createdBy", i.parent::text, i.root::text, i.callers::text[] as callers,
  i.item_app::text as "itemApp", i.item::text, i.target`

/**
 * Reads instances, together with those of the given stimulus rows that still exist. `lock` locks the instances until
 * the commit.
 */
export function readInstances(
  reader: Reader,
  ids: readonly string[],
  { rows = [] as readonly string[], lock = false } = {},
): Promise<InstanceRow[]> {
  const found: Sql =
    rows.length === 0
      ? sql`'{}'::text[]`
      : sql`array(select w.id::text from process_wait w where w.instance = i.id and w.id = any(${rows}::uuid[]))`
  return reader.rows<InstanceRow>(sql`
    select ${columns}, ${found} as rows from process_instance i where i.id = any(${ids}::uuid[])
    order by i.id ${lock ? sql`for update` : sql``}`)
}

/** Returns the instance of a template that was started with a key. */
export function readByKey(reader: Reader, template: string, key: string): Promise<InstanceRow | undefined> {
  return reader.row<InstanceRow>(sql`
    select ${columns}, '{}'::text[] as rows from process_instance i
    where i.template = ${template} and i.start_key = ${key}`)
}

/** Returns the number of instances that were called, directly or indirectly, by the outermost instance. */
export async function countCalled(reader: Reader, root: string): Promise<number> {
  const row = await reader.row<{ count: number }>(
    sql`select count(*)::int as count from process_instance where root = ${root} and parent is not null`,
  )
  return row!.count
}
