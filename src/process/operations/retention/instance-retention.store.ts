import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { id, type Sql, sql } from '../../../foundation/db/sql.ts'
import { type DueUnit, type ExportLine, positionOf, type RetentionRule } from '../../../foundation/retention/index.ts'

/** How long the instances of a template are kept. */
export interface InstanceRule extends RetentionRule {
  readonly template: string
  /** The numbers of days of all templates that set one; 0 keeps instances for ever. */
  readonly own: readonly { readonly id: string; readonly days: number }[]
}

/** Tables with rows of an instance, which are removed with it. The names in exports are those of the second column. */
const tablesOfInstances = [
  ['process_history', 'history', 'rev'],
  ['process_task', 'tasks', 'id'],
  ['process_task_event', 'taskEvents', 'id'],
  ['process_incident', 'incidents', 'id'],
  ['process_restore_point', 'restorePoints', 'id'],
  ['process_wait', 'waits', 'id'],
  ['process_start_depth', 'chain', 'instance'],
  ['process_origin', 'origins', 'variable'],
] as const

/** The names of the tables whose rows are removed with an instance. */
export const removedTables: readonly string[] = tablesOfInstances.map(([table]) => table)

interface TemplateDays {
  readonly id: string
  /** Path of the template. */
  readonly process: string
  /** The number of days that the file of the process sets; null for none. */
  readonly keepDays: number | null
}

/** Returns all templates, retired ones included, with the numbers of days that their files set. */
export const templatesWithSettings = (reader: Reader): Promise<TemplateDays[]> =>
  reader.rows<TemplateDays>(sql`
    select t.id::text, t.namespace || '.' || t.code as process,
      (coalesce(f.definition, t.definition) ->> 'keepDays')::int as "keepDays"
    from process_template t left join process_template f on f.id = t.part_of order by t.namespace, t.code`)

/**
 * The condition for root instances `i` that are due, whose called instances are all due, too, and that no unfinished
 * broadcast names.
 */
function isDue({ template, days, own }: InstanceRule, now: Date): Sql {
  const ids = own.map((one) => one.id)
  const numbers = own.map((one) => one.days)
  return sql`i.template = ${template} and i.parent is null and i.ended_at < ${now}::timestamptz - make_interval(days => ${days})
    and not exists (
      select from process_instance c
      left join unnest(${ids}::uuid[], ${numbers}::int[]) o (template, days) on o.template = c.template
      where c.root = i.id and c.parent is not null and (c.ended_at is null or o.days = 0
        or c.ended_at >= ${now}::timestamptz - make_interval(days => coalesce(o.days, ${days}))))
    and not exists (select from process_broadcast b where b.sender = i.id or b.instance = i.id)`
}

export async function countTrees(reader: Reader, rule: InstanceRule, now: Date): Promise<number> {
  const row = await reader.row<{ count: number }>(sql`
    select count(*)::int as count from process_instance i where ${isDue(rule, now)}`)
  return row!.count
}

/** Returns the next trees that are due, by their roots, the oldest first. */
export const dueTrees = (
  reader: Reader,
  rule: InstanceRule,
  { now, after, max }: { readonly now: Date; readonly after: DueUnit | undefined; readonly max: number },
): Promise<DueUnit[]> =>
  reader.rows<DueUnit>(sql`
    select i.id::text, i.created_at::text as at from process_instance i
    where ${isDue(rule, now)} and (i.created_at, i.id) > ${positionOf(after)}
    order by i.created_at, i.id limit ${max}`)

/** The condition for the instances of trees. */
const inTrees = (roots: readonly string[]): Sql =>
  sql`(i.id = any (${roots}::uuid[]) or (i.parent is not null and i.root = any (${roots}::uuid[])))`

/** The text of the line of an instance `i`: its rows of all tables, as they are stored. */
const line: Sql = tablesOfInstances.reduce(
  (before, [table, name, order]) => sql`${before}, ${name}::text, (
    select coalesce(json_agg(to_json(r) order by r.${id(order)}, r::text), '[]') from ${id(table)} r where r.instance = i.id)`,
  sql`'type', 'instance', 'process', (
    select t.namespace || '.' || t.code from process_template t where t.id = i.template), 'instance', to_json(i)`,
)

const instancesAtOnce = 20

/** Returns one line for each instance of the trees. */
export async function* instanceLines(reader: Reader, roots: readonly string[]): AsyncGenerator<ExportLine> {
  let after: string | null = null
  for (;;) {
    const rows: { id: string; root: string; text: string }[] = await reader.rows(sql`
      select i.id::text, i.root::text, json_build_object(${line})::text as text from process_instance i
      where ${inTrees(roots)} and (${after}::uuid is null or i.id > ${after}::uuid)
      order by i.id limit ${instancesAtOnce}`)
    for (const { id: row, root, text } of rows) yield { unit: root, text, row }
    if (rows.length < instancesAtOnce) return
    after = rows.at(-1)!.id
  }
}

/** Returns the trees in which an instance has registered an element under a legal hold or started a sheet about one. */
export async function treesWithHolds(reader: Reader, roots: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ root: string }>(sql`
    select distinct i.root::text from process_instance i
    where ${inTrees(roots)} and exists (select from legal_hold where lifted_at is null)
      and i.id in (select instances_with_holds(array(select i.id from process_instance i where ${inTrees(roots)})))`)
  return rows.map(({ root }) => root)
}

/**
 * Removes trees. Returns undefined and removes nothing unless their instances have ended and have exactly these
 * digests.
 */
export async function removeTrees(
  tx: Tx,
  roots: readonly string[],
  digests: ReadonlyMap<string, string>,
): Promise<readonly string[] | undefined> {
  // The rows are read after they are locked, so that no change of an instance is missed.
  await tx.rows(sql`select from process_instance i where ${inTrees(roots)} order by i.id for update`)
  const present = await tx.rows<{ id: string; digest: string; isEnded: boolean }>(sql`
    select i.id::text, md5(json_build_object(${line})::text) as digest, i.ended_at is not null as "isEnded"
    from process_instance i where ${inTrees(roots)}`)
  const isSame =
    present.length === digests.size &&
    present.every(({ id: row, digest, isEnded }) => isEnded && digests.get(row) === digest)
  if (!isSame) return undefined
  const ids = present.map((row) => row.id)
  for (const table of removedTables) await tx.rows(sql`delete from ${id(table)} where instance = any (${ids}::uuid[])`)
  await tx.rows(sql`delete from process_instance where id = any (${ids}::uuid[])`)
  return []
}
