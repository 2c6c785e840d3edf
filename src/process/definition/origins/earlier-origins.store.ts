import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { everyVariable } from './origin-links.ts'
import type { VariableOrigin } from './program-origins.ts'

/** An instance that was started before origins were stored. */
export interface EarlierInstance {
  readonly id: string
  readonly template: string
  readonly version: number
  readonly isCalled: boolean
  /** Templates of the instances of the same tree of calls. */
  readonly templates: readonly string[]
}

/**
 * Locks the progress of the job and returns the next earlier instances. Returns undefined when the job has ended or
 * another node runs it.
 */
export async function nextEarlier(tx: Tx, maxRows: number): Promise<EarlierInstance[] | undefined> {
  const progress = await tx.row<{ after: string }>(sql`
    select after::text from process_origin_backfill for update skip locked`)
  if (progress === undefined) return undefined
  return tx.rows<EarlierInstance>(sql`
    select i.id::text, i.template::text, i.version, i.parent is not null as "isCalled",
      array(select distinct r.template::text from process_instance r where ${isInTree(sql`r`)}) as templates
    from process_instance i
    where i.id > ${progress.after} and ${isEarlier(sql`i`)}
    order by i.id limit ${maxRows}`)
}

/** Tests the root, because an earlier instance can call another one before it has its origins. */
const isEarlier = (row: Sql): Sql => sql`(select r.created_at from process_instance r where r.id = ${row}.root)
  <= (select until from process_origin_backfill)`

const isInTree = (row: Sql): Sql => sql`(${row}.id = i.root or (${row}.parent is not null and ${row}.root = i.root))`

/**
 * Stores origins of variables of an earlier instance; the variable `*` stands for all of its variables. It is not
 * known which elements the instance has read. Therefore, every element counts whose id is in the variables or the
 * state of an instance of the same tree of calls, or for which such an instance runs.
 */
export async function insertEarlier(tx: Tx, instance: string, origins: readonly VariableOrigin[]): Promise<void> {
  if (origins.length === 0) return
  await tx.rows(sql`
    insert into process_origin (instance, variable, app, element, field)
    select distinct i.id, v.name, e.app, e.id, x.field
    from process_instance i
      join process_instance r on ${isInTree(sql`r`)}
      cross join lateral (
        select distinct m[1]::uuid as id from regexp_matches(
          concat_ws(' ', r.context, r.execution, r.item),
          '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') m) named
      cross join application a
      join element e on e.app = a.id and e.id = named.id
      cross join jsonb_to_recordset(${JSON.stringify(origins)}::jsonb) x (variable text, field text)
      cross join lateral (
        select x.variable as name where x.variable <> ${everyVariable}
        union all select jsonb_object_keys(i.context) where x.variable = ${everyVariable}) v
    where i.id = ${instance}
    on conflict do nothing`)
}

/** Records that all instances up to the id `after` have their origins; without `after`, that the job has ended. */
export async function moveOn(tx: Tx, after: string | undefined): Promise<void> {
  await tx.rows(
    after === undefined
      ? sql`delete from process_origin_backfill`
      : sql`update process_origin_backfill set after = ${after}`,
  )
}

/** Returns the numbers of the versions of a template. */
export async function versionsOfTemplate(reader: Reader, template: string): Promise<readonly number[]> {
  const rows = await reader.rows<{ version: number }>(sql`
    select version from process_version where template = ${template} order by version`)
  return rows.map(({ version }) => version)
}
