import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { join, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'
import type { WireState } from '../../execution/index.ts'

const row = sql`e`

/** Returns an instance as JSON text; undefined when the source does not contain the instance. */
export async function instanceText(reader: Reader, source: Source, id: string): Promise<string | undefined> {
  const found = await reader.row<{ text: string }>(sql`
    select ${source.whole(row)} as text from ${source.relation} ${row} where ${source.scope(row)} and ${source.id(row)} = ${id}`)
  return found?.text
}

/** Returns instances of the source as JSON strings, in any order. */
export function instanceTexts(
  reader: Reader,
  source: Source,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly text: string }[]> {
  return reader.rows(sql`
    select ${source.id(row)}::text as id, ${source.whole(row)} as text from ${source.relation} ${row}
    where ${source.scope(row)} and ${source.id(row)} = any (${ids}::uuid[])`)
}

/** A published template, which may be retired. */
export interface StoredTemplate {
  readonly id: string
  readonly namespace: string
  readonly code: string
  /** Newest published version. */
  readonly version: number
}

const storedTemplate = sql`select id::text, namespace, code, version from process_template`

export function storedTemplateWith(reader: Reader, id: string): Promise<StoredTemplate | undefined> {
  return reader.row<StoredTemplate>(sql`${storedTemplate} where id = ${id} and version > 0`)
}

export function storedTemplateOf(reader: Reader, instance: string): Promise<StoredTemplate | undefined> {
  return reader.row<StoredTemplate>(sql`
    ${storedTemplate} where id = (select template from process_instance where id = ${instance}) and version > 0`)
}

export function storedTemplateAt(
  reader: Reader,
  { namespace, code }: { readonly namespace: string; readonly code: string },
): Promise<StoredTemplate | undefined> {
  return reader.row<StoredTemplate>(
    sql`${storedTemplate} where lower(namespace) = lower(${namespace}) and namespace = ${namespace}
      and lower(code) = lower(${code}) and code = ${code} and version > 0`,
  )
}

/** Returns whether grants give a right to a template. `granted` is the condition on its row `t`. */
export async function isGranted(reader: Reader, id: string, granted: Sql): Promise<boolean> {
  const found = await reader.row(sql`select 1 as one from process_template t where t.id = ${id} and ${granted}`)
  return found !== undefined
}

/** Returns whether a template has an instance for which the predicate is true. */
export async function seesAny(
  reader: Reader,
  template: string,
  visible: (row: Sql, ofMany: boolean) => Sql,
): Promise<boolean> {
  const found = await reader.row<{ one: number }>(sql`
    select 1 as one from process_instance ${row} where ${row}.template = ${template} and ${visible(row, true)} limit 1`)
  return found !== undefined
}

const rowsIn: Readonly<Record<WireState, Sql>> = {
  exec: sql`exec_rows`,
  wait: sql`wait_rows`,
  done: sql`done_rows`,
  cancel: sql`cancel_rows`,
  error: sql`error_rows`,
}

/**
 * Returns a stored number for one template or for all templates: the number of all instances, of active instances, or
 * of instances in some states.
 */
export async function countOf(
  reader: Reader,
  template: string | undefined,
  counts: 'all' | 'live' | readonly WireState[],
): Promise<number> {
  const rows =
    counts === 'all'
      ? sql`all_rows`
      : counts === 'live'
        ? sql`active`
        : join([sql`0`, ...counts.map((state) => rowsIn[state])], sql` + `)
  const only = template === undefined ? sql`` : sql` where template = ${template}`
  const found = await reader.row<{ total: string }>(
    sql`select coalesce(sum(${rows}), 0)::bigint as total from process_count${only}`,
  )
  return Number(found!.total)
}

/** The properties of an instance that determine the rights to it. */
export interface InstanceRow {
  readonly id: string
  readonly template: string
  readonly version: number
  readonly state: string
  readonly initiator: string
  /** Id of the application of the element that the instance runs for. */
  readonly itemApp: string | null
  readonly isVisible: boolean
  readonly hasEnded: boolean
}

/**
 * Reads the properties of an instance that determine the rights to the instance. `visible` is the predicate for
 * `isVisible`.
 */
export function instanceRow(
  reader: Reader,
  id: string,
  visible: (row: Sql, ofMany: boolean) => Sql,
): Promise<InstanceRow | undefined> {
  return reader.row<InstanceRow>(sql`
    select ${row}.id::text, ${row}.template::text, ${row}.version, ${row}.state, ${row}.created_by::text as initiator,
      ${row}.item_app::text as "itemApp", ${row}.ended_at is not null as "hasEnded", (${visible(row, false)}) is true as "isVisible"
    from process_instance ${row} where ${row}.id = ${id}`)
}

/** Returns the id of an application; undefined for a built-in or unknown application. */
export async function applicationAt(
  reader: Reader,
  { namespace, code }: { readonly namespace: string; readonly code: string },
): Promise<string | undefined> {
  const found = await reader.row<{ id: string }>(
    sql`select id::text from application where namespace = ${namespace} and code = ${code}`,
  )
  return found?.id
}

export async function userExists(reader: Reader, id: string): Promise<boolean> {
  return (await reader.row(sql`select 1 as one from users where id = ${id} and deleted_at is null`)) !== undefined
}

/** Locks an instance until the end of the transaction and returns its variables. */
export async function lockContext(tx: Tx, id: string): Promise<Record<string, unknown>> {
  const found = await tx.row<{ context: string }>(sql`select context from process_instance where id = ${id} for update`)
  return JSON.parse(found?.context ?? '{}')
}
