import type { Reader } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Stimulus } from '../engine/index.ts'

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
  /** Ids of the requested rows of `process_wait` that still exist and have a due time. */
  readonly rows: readonly string[]
  /** Stimulus rows that were written for the same waits before the requested ones, each as JSON. */
  readonly earlier: readonly string[]
}

/** A row of `InstanceRow.earlier`. */
export interface EarlierStimulus {
  readonly id: string
  readonly stimulus: Stimulus
  readonly by: string
}

const columns = sql`i.id::text, i.template::text, i.version, i.rev::text, i.state, i.name, i.context, i.execution,
  i.created_by::text as "createdBy", i.parent::text, i.root::text, i.callers::text[] as callers,
  i.item_app::text as "itemApp", i.item::text, i.target`

const noRows = sql`'{}'::text[] as rows, '{}'::text[] as earlier`

/** The key of a stimulus row is the wait that it is for. */
const stimulusRows = (rows: readonly string[]): Sql => sql`
  array(select w.id::text from process_wait w where w.instance = i.id and w.id = any(${rows}::uuid[])
    and w.due_at is not null) as rows,
  array(
    select jsonb_build_object('id', e.id, 'stimulus', e.details->'stimulus', 'by', e.details->'by')::text
    from process_wait w join process_wait e on e.instance = w.instance and e.key = w.key
    where w.instance = i.id and w.id = any(${rows}::uuid[]) and w.kind = 'stimulus' and e.kind = 'stimulus'
      and (e.opened_at, e.id) < (w.opened_at, w.id)
    group by e.instance, e.id order by e.opened_at, e.id) as earlier`

/**
 * Reads instances, together with those of the given rows that still exist and have a due time. `lock` locks the
 * instances until the commit.
 */
export async function readInstances(
  reader: Reader,
  ids: readonly string[],
  { rows = [] as readonly string[], lock = false } = {},
): Promise<InstanceRow[]> {
  const found = rows.length === 0 ? noRows : stimulusRows(rows)
  // By a statement of its own: one that waits for the lock would read the waits as they were before it began to wait.
  if (lock && rows.length > 0)
    await reader.rows(sql`select from process_instance where id = any(${ids}::uuid[]) order by id for update`)
  return reader.rows<InstanceRow>(sql`
    select ${columns}, ${found} from process_instance i where i.id = any(${ids}::uuid[])
    order by i.id ${lock ? sql`for update` : sql``}`)
}

/** Returns the instance of a template that was started with a key. */
export function readByKey(reader: Reader, template: string, key: string): Promise<InstanceRow | undefined> {
  return reader.row<InstanceRow>(sql`
    select ${columns}, ${noRows} from process_instance i
    where i.template = ${template} and i.start_key = ${key}`)
}

/** Returns whether an application has an element that is not deleted. */
export async function hasElement(reader: Reader, { app, id }: { app: string; id: string }): Promise<boolean> {
  const row = await reader.row(sql`select from element where app = ${app} and id = ${id} and deleted_at is null`)
  return row !== undefined
}

/** Returns the number of instances that were called, directly or indirectly, by the outermost instance. */
export async function countCalled(reader: Reader, root: string): Promise<number> {
  const row = await reader.row<{ count: number }>(
    sql`select count(*)::int as count from process_instance where root = ${root} and parent is not null`,
  )
  return row!.count
}
