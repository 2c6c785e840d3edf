import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'

export type BatchKindName = 'move' | 'interrupt' | 'retry'
export type BatchState = 'new' | 'executing' | 'completed' | 'completedWithErrors' | 'cancelled'
export type ItemState = 'new' | 'done' | 'skipped' | 'failed'

export interface Batch {
  readonly id: string
  readonly kind: BatchKindName
  readonly state: BatchState
  readonly template: string | null
  readonly settings: Readonly<Record<string, unknown>>
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly createdAt: string
  readonly createdBy: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

export interface BatchItem {
  readonly position: number
  readonly instance: string
  readonly incident: string | null
}

/** The reason why the instance of an item was left unchanged, or a note about it. */
export interface ItemReason {
  readonly code: string
  readonly message: string
  readonly element?: string
  readonly name?: string
  readonly tokens?: number
}

export interface ItemResult {
  readonly position: number
  readonly state: Exclude<ItemState, 'new'>
  readonly reasons?: readonly ItemReason[]
}

export interface ListedItem {
  readonly position: number
  readonly instance: string
  readonly incident: string | null
  readonly state: ItemState
  readonly reasons: readonly ItemReason[]
}

const columns = sql`id::text, kind, state, template::text, settings::text, total, done, failed,
  wire_time(created_at) as "createdAt", created_by::text as "createdBy", wire_time(started_at) as "startedAt",
  wire_time(ended_at) as "endedAt"`

type Row = Omit<Batch, 'settings'> & { readonly settings: string }

/** A batch before it is stored. `items` is a query with the columns instance and incident. */
export interface NewBatch {
  readonly id: string
  readonly kind: BatchKindName
  readonly template?: string
  readonly settings: object
  readonly items: Sql
  readonly at: Date
  readonly by: string
}

/** Stores a batch with its items and returns their number. */
export async function insertBatch(tx: Tx, { id, kind, template, settings, items, at, by }: NewBatch): Promise<number> {
  const row = await tx.row<{ total: number }>(sql`
    with item as (
      insert into process_batch_item (batch, position, instance, incident, state)
      select ${id}::uuid, row_number() over (order by q.instance, q.incident), q.instance, q.incident, 'new' from (${items}) q
      returning 1
    ), batch as (
      insert into process_batch (id, kind, state, template, settings, total, created_at, created_by)
      select ${id}, ${kind}, 'new', ${template ?? null}::uuid, ${JSON.stringify(settings)}::jsonb, count(*)::int, ${at}, ${by}
      from item
      returning total
    )
    select total from batch`)
  return row!.total
}

export async function batchById(reader: Reader, id: string): Promise<Batch | undefined> {
  const row = await reader.row<Row>(sql`select ${columns} from process_batch where id = ${id}`)
  return row && { ...row, settings: JSON.parse(row.settings) }
}

/** Returns the newest batches. With `by`, only the batches of this user are returned. */
export async function newestBatches(reader: Reader, by: string | undefined, size: number): Promise<Batch[]> {
  const rows = await reader.rows<Row>(sql`
    select ${columns} from process_batch where ${by === undefined ? sql`true` : sql`created_by = ${by}`}
    order by created_at desc, id desc limit ${size}`)
  return rows.map((row) => ({ ...row, settings: JSON.parse(row.settings) }))
}

/** Marks a batch as executing. Returns false when the batch has ended. */
export async function beginBatch(reader: Reader, id: string, at: Date): Promise<boolean> {
  const row = await reader.row(sql`
    update process_batch set state = 'executing', started_at = coalesce(started_at, ${at})
    where id = ${id} and state in ('new', 'executing') returning id`)
  return row !== undefined
}

/** Returns the next items without a result. Returns none when the batch has ended. */
export function nextItems(reader: Reader, id: string, max: number): Promise<BatchItem[]> {
  return reader.rows<BatchItem>(sql`
    select i.position, i.instance::text, i.incident::text from process_batch_item i
    join process_batch b on b.id = i.batch and b.state = 'executing'
    where i.batch = ${id} and i.state = 'new' order by i.position limit ${max}`)
}

/** Stores the results of items, each once, and counts them. */
export async function finishItems(tx: Tx, id: string, results: readonly ItemResult[]): Promise<void> {
  const rows = JSON.stringify(results.map(({ position, state, reasons }) => ({ position, state, reasons })))
  await tx.rows(sql`
    with item as (
      update process_batch_item i set state = x.state, reasons = x.reasons
      from jsonb_to_recordset(${rows}::jsonb) as x(position int, state text, reasons jsonb)
      where i.batch = ${id} and i.position = x.position and i.state = 'new'
      returning i.state
    )
    update process_batch set done = done + (select count(*) from item where state <> 'failed'),
      failed = failed + (select count(*) from item where state = 'failed')
    where id = ${id}`)
}

/** Ends a batch that has no open items. */
export async function completeBatch(reader: Reader, id: string, at: Date): Promise<void> {
  await reader.rows(sql`
    update process_batch b set ended_at = ${at},
      state = case when b.failed > 0 then 'completedWithErrors' else 'completed' end
    where id = ${id} and state = 'executing'
      and not exists (select 1 from process_batch_item i where i.batch = b.id and i.state = 'new')`)
}

/** Cancels a batch. Returns false when the batch has ended. */
export async function cancelBatch(tx: Tx, id: string, at: Date): Promise<boolean> {
  const row = await tx.row(sql`
    update process_batch set state = 'cancelled', ended_at = ${at}
    where id = ${id} and state in ('new', 'executing') returning id`)
  return row !== undefined
}

/** Returns the items after a position, in their order. */
export async function itemsOf(
  reader: Reader,
  id: string,
  { state, after, size }: { readonly state?: ItemState | undefined; readonly after: number; readonly size: number },
): Promise<ListedItem[]> {
  const rows = await reader.rows<Omit<ListedItem, 'reasons'> & { readonly reasons: string | null }>(sql`
    select position, instance::text, incident::text, state, reasons::text from process_batch_item
    where batch = ${id} and position > ${after} and ${state === undefined ? sql`true` : sql`state = ${state}`}
    order by position limit ${size}`)
  return rows.map((row) => ({ ...row, reasons: row.reasons === null ? [] : JSON.parse(row.reasons) }))
}
