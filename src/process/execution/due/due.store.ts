import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Stimulus } from '../../engine/index.ts'

/** A due row of `process_wait` that this node has taken. */
export interface TakenRow {
  readonly instance: string
  readonly id: string
  readonly template: string
  readonly version: number
  readonly element: string
  readonly kind: string
  readonly key: string | null
  /** Due time of the row. */
  readonly dueAt: string
  /** The due time that the row got when it was taken. Another time shows that the row was taken or written again. */
  readonly heldUntil: string
  /** JSON, as text from the database. */
  readonly details: string | object | null
  /** Number of attempts to process the row that failed by a fault of the platform. */
  readonly failures: number
}

/** Time after which a row that a node has taken and not finished can be taken again, in seconds. */
const claimS = 30

/** Takes due rows, the oldest first, and prevents other nodes from taking them. */
export function claimDue(tx: Tx, maxRows: number): Promise<TakenRow[]> {
  return tx.rows<TakenRow>(sql`
    with due as materialized (
      select instance, id, due_at from process_wait where due_at <= platform_now()
      order by due_at limit ${maxRows} for update skip locked
    )
    update process_wait w set due_at = platform_now() + ${claimS} * interval '1 s'
    from due d where w.instance = d.instance and w.id = d.id
    returning w.instance::text, w.id::text, w.template::text, w.version, w.element, w.kind, w.key,
      d.due_at as "dueAt", w.due_at as "heldUntil", w.details, w.failures`)
}

/**
 * Returns the time until the next row is due, in milliseconds; negative when the row is overdue; undefined when there
 * is no row.
 */
export async function untilNextDueMs(reader: Reader): Promise<number | undefined> {
  const row = await reader.row<{ ms: number }>(sql`
    select (extract(epoch from due_at - platform_now()) * 1000)::float8 as ms from process_wait
    where due_at is not null order by due_at limit 1`)
  return row?.ms
}

/**
 * Counts a failed attempt to process a row that this node has taken, and postpones the next one. Does nothing when
 * another node has taken the row since, or an advance has written it again.
 */
export async function postponeRow(
  tx: Tx,
  { instance, id, heldUntil }: Pick<TakenRow, 'instance' | 'id' | 'heldUntil'>,
  delayMs: number,
): Promise<void> {
  await tx.rows(sql`
    update process_wait set failures = failures + 1, due_at = platform_now() + ${delayMs} * interval '1 ms'
    where instance = ${instance} and id = ${id} and due_at = ${heldUntil}::timestamptz`)
}

/**
 * Deletes a row that this node has taken. Returns false and leaves the row when another node has taken it since, or
 * an advance has written it again.
 */
export async function deleteRow(
  tx: Tx,
  { instance, id, heldUntil }: Pick<TakenRow, 'instance' | 'id' | 'heldUntil'>,
): Promise<boolean> {
  const found = await tx.row(sql`
    delete from process_wait where instance = ${instance} and id = ${id} and due_at = ${heldUntil}::timestamptz
    returning id`)
  return found !== undefined
}

/** Returns whether an instance has sent messages or signals that are not delivered yet. */
export async function hasThrown(reader: Reader, instance: string): Promise<boolean> {
  const row = await reader.row<{ found: boolean }>(sql`
    select exists (select from process_wait where instance = ${instance} and kind = 'thrown') as found`)
  return row!.found
}

/**
 * Deletes the rows with messages and signals that an instance has sent, and returns their details in the order in
 * which they were written. Waits for nodes that are delivering them.
 */
export async function deleteThrown(tx: Tx, instance: string): Promise<TakenRow['details'][]> {
  const rows = await tx.rows<Pick<TakenRow, 'details'>>(sql`
    with gone as (
      delete from process_wait where instance = ${instance} and kind = 'thrown' returning id, opened_at, details
    )
    select details from gone order by opened_at, id`)
  return rows.map(({ details }) => details)
}

/**
 * Inserts a stimulus for an instance. Its key is the wait that it is for; stimuli with the same key are applied in
 * their order. Returns undefined when the instance does not exist or does not run.
 */
export function insertStimulus(
  tx: Tx,
  row: {
    readonly id: string
    readonly instance: string
    readonly stimulus: Stimulus
    readonly by: string
    readonly dueMs: number
  },
): Promise<Pick<TakenRow, 'template' | 'version' | 'key' | 'dueAt' | 'heldUntil'> | undefined> {
  const due = new Date(row.dueMs)
  const key = 'wait' in row.stimulus ? row.stimulus.wait : null
  return tx.row(sql`
    insert into process_wait (instance, id, template, version, element, kind, key, due_at, details, opened_at)
    select id, ${row.id}, template, version, '', 'stimulus', ${key}, ${due}, ${{ stimulus: row.stimulus, by: row.by }}::jsonb,
      platform_now()
    from process_instance where id = ${row.instance} and ended_at is null
    returning template::text, version, key, due_at as "dueAt", due_at as "heldUntil"`)
}

/** The wait of a job and its instance. */
export interface WorkRow extends Omit<TakenRow, 'key' | 'dueAt' | 'heldUntil' | 'failures'> {
  readonly name: string
  readonly initiator: string
  readonly itemApp: string | null
  readonly item: string | null
  readonly target: string | null
  readonly parent: string | null
}

/** Returns the wait of a job with its instance; undefined when the instance no longer waits for the job. */
export function readWork(reader: Reader, instance: string, wait: string): Promise<WorkRow | undefined> {
  return reader.row<WorkRow>(sql`
    select w.instance::text, w.id::text, w.element, w.kind, w.details, i.template::text, i.version, i.name,
      i.created_by::text as initiator, i.item_app::text as "itemApp", i.item::text, i.target, i.parent::text
    from process_wait w join process_instance i on i.id = w.instance
    where w.instance = ${instance} and w.id = ${wait}`)
}
