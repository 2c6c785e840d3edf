import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { MovedTask } from './refresh-tasks.ts'

export interface InstanceSelection {
  readonly template: string
  readonly instanceIds?: readonly string[] | undefined
  /** Active instances that `updateAllActive` leaves out. */
  readonly unselectedIds?: readonly string[] | undefined
  readonly updateAllActive?: boolean | undefined
}

/** Returns a query for the selected instances, for the items of a batch. The ids are not checked. */
export function selectedInstances({
  template,
  instanceIds,
  unselectedIds = [],
  updateAllActive,
}: InstanceSelection): Sql {
  if (updateAllActive !== true)
    return sql`select distinct x.id as instance, null::uuid as incident from unnest(${instanceIds ?? []}::uuid[]) x(id)`
  return sql`
    select id as instance, null::uuid as incident from process_instance
    where template = ${template} and ended_at is null and id <> all(${unselectedIds}::uuid[])`
}

/** Returns the ids of the selected instances of the template after an id, in order. */
export async function idsOf(
  reader: Reader,
  selection: InstanceSelection,
  { after, size }: { readonly after: string | undefined; readonly size: number },
): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select i.id::text from process_instance i
    where i.template = ${selection.template} and i.id in (select s.instance from (${selectedInstances(selection)}) s)
      and ${after === undefined ? sql`true` : sql`i.id > ${after}`}
    order by i.id limit ${size}`)
  return rows.map(({ id }) => id)
}

/** Returns the number of selected instances of a template. */
export async function countOf(reader: Reader, selection: InstanceSelection): Promise<number> {
  const row = await reader.row<{ count: number }>(sql`
    select count(*)::int as count from process_instance i
    where i.template = ${selection.template} and i.id in (select s.instance from (${selectedInstances(selection)}) s)`)
  return row!.count
}

/** Returns the versions of the selected instances. */
export async function versionsOf(reader: Reader, selection: InstanceSelection): Promise<number[]> {
  const rows = await reader.rows<{ version: number }>(sql`
    select distinct i.version from process_instance i
    where i.template = ${selection.template} and i.id in (select s.instance from (${selectedInstances(selection)}) s)`)
  return rows.map(({ version }) => version)
}

/** Returns the newest published version of a template, including a retired template. */
export async function newestVersion(reader: Reader, template: string): Promise<number> {
  const row = await reader.row<{ version: number }>(
    sql`select max(version) as version from process_version where template = ${template}`,
  )
  return row!.version
}

/** Updates the titles and the settings of open tasks to those of the new version. */
export async function refreshTaskRows(
  tx: Tx,
  tasks: readonly (MovedTask & { readonly instance: string })[],
): Promise<void> {
  if (tasks.length === 0) return
  const rows = tasks.map(({ instance, wait, settings }) => {
    const { type: _, subject, due: __, priority: ___, ...others } = settings
    return { instance, id: wait, subject: String(subject ?? '').slice(0, 1_000), settings: others }
  })
  const settings = sql`x.settings || case when jsonb_exists(t.settings, 'input')
    then jsonb_build_object('input', t.settings -> 'input') else '{}' end`
  await tx.rows(sql`
    update process_task t set subject = x.subject, settings = ${settings}, rev = t.rev + 1,
      turn = audit_turn(pg_current_xact_id())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(instance uuid, id uuid, subject text, settings jsonb)
    where t.instance = x.instance and t.id = x.id and t.ended_at is null
      and (t.subject, t.settings) is distinct from (x.subject, ${settings})`)
}
