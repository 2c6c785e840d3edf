import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Variables } from '../../engine/index.ts'

/** The details of a pending start. */
interface PendingDetails {
  /** User who becomes the initiator. */
  readonly by: string
  readonly variables: Variables
  /** Element, with the id and the path of its application. */
  readonly item?: { readonly app: string; readonly path: string; readonly id: string }
  /** Instance that sent the message or signal; absent for other starts. */
  readonly sender?: string | undefined
  /** Place in a chain of instances (see `Chain`). Absent for a start by a timer and in older rows. */
  readonly depth?: number
  readonly hops?: number
}

export interface PendingStart {
  readonly id: string
  readonly template: string
  readonly element: string | null
  readonly attempts: number
  readonly details: PendingDetails
}

export async function insertPendingStart(
  tx: Tx,
  { id, template, element, details, at }: Omit<PendingStart, 'attempts'> & { readonly at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into process_pending_start (id, template, element, due_at, details, created_at)
    values (${id}, ${template}, ${element}, ${at}, ${JSON.stringify(details)}::jsonb, ${at})`)
}

/** Locks and returns a due start that no other node has locked. */
export async function lockPendingStart(tx: Tx): Promise<PendingStart | undefined> {
  const row = await tx.row<Omit<PendingStart, 'details'> & { readonly details: string }>(sql`
    select id::text, template::text, element, attempts, details from process_pending_start
    where due_at <= platform_now() order by due_at limit 1 for update skip locked`)
  return row && { ...row, details: JSON.parse(row.details) }
}

export async function deletePendingStart(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from process_pending_start where id = ${id}`)
}

export async function postponeStart(tx: Tx, id: string, delayMs: number, isAttempt: boolean): Promise<void> {
  await tx.rows(sql`
    update process_pending_start set due_at = platform_now() + ${delayMs} * interval '1 ms',
      attempts = attempts + ${isAttempt ? 1 : 0} where id = ${id}`)
}

/** A start that has not happened yet: a new one, or one that waits for the start limit or for another attempt. */
export interface WaitingStart {
  readonly elementId: string | null
  readonly dueAt: string
  /** How many attempts have failed. */
  readonly attempts: number
}

/** Returns the starts of a template that wait, the next one first. */
export function waitingStarts(reader: Reader, template: string, maxRows: number): Promise<WaitingStart[]> {
  return reader.rows(sql`
    select element as "elementId", wire_time(due_at) as "dueAt", attempts from process_pending_start
    where template = ${template} order by due_at, id limit ${maxRows}`)
}
