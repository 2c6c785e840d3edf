import type { Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { beforeTurn, horizon, type LogPosition } from './events.store.ts'

/** Where a new reader begins: with the changes committed from now on, or with the oldest change in the database. */
export type Beginning = 'now' | 'oldest'

/**
 * Creates the position of a reader unless it exists. A reader that begins now receives every change that is committed
 * later, and perhaps some that were committed just before.
 */
export async function insertPosition(tx: Tx, name: string, beginning: Beginning): Promise<void> {
  const { app, id, rev, part } = beforeTurn('0')
  const turn = beginning === 'oldest' ? sql`0` : horizon
  await tx.rows(sql`
    insert into event_reader (name, turn, app, id, rev, part)
    values (${name}, ${turn}, ${app}, ${id}, ${rev}, ${part}) on conflict (name) do nothing`)
}

/**
 * Locks the position of a reader until the transaction ends and returns it. Returns undefined when another node has
 * locked it.
 */
export async function lockPosition(tx: Tx, name: string): Promise<LogPosition | undefined> {
  return tx.row<LogPosition>(sql`
    select turn, app::text, id::text, rev, part from event_reader where name = ${name} for update skip locked`)
}

export async function movePosition(tx: Tx, name: string, { turn, app, id, rev, part }: LogPosition): Promise<void> {
  await tx.rows(sql`
    update event_reader set turn = ${turn}, app = ${app}, id = ${id}, rev = ${rev}, part = ${part}
    where name = ${name}`)
}

/**
 * Moves a reader behind all events that can be read, if `isNeeded` is false. Returns whether the reader was moved; not
 * while another node reads. `isNeeded` and the events belong to one snapshot, so what a later transaction needs comes
 * after the position.
 */
export async function skipEvents(tx: Tx, name: string, isNeeded: Sql): Promise<boolean> {
  const { app, id, rev, part } = beforeTurn('0')
  const moved = await tx.row(sql`
    update event_reader r set turn = ${horizon}, app = ${app}, id = ${id}, rev = ${rev}, part = ${part}
    where r.name = (select name from event_reader where name = ${name} for update skip locked)
      and r.turn < ${horizon} and not (${isNeeded})
    returning r.name`)
  return moved !== undefined
}
