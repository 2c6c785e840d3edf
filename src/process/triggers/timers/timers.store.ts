import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'

/** A timer of an instance; its id is the id of its wait. */
export interface TimerRow {
  readonly instance: string
  readonly template: string
  readonly element: string
  readonly dueAt: string
}

/** Returns the column with the template of a row of `process_wait`. */
export const templateOf = (row: Sql): Sql => sql`${row}.template`

/** Returns a timer; undefined for an unknown timer and for a timer that the caller may not see. */
export function timerById(reader: Reader, id: string, visible: RowFilter): Promise<TimerRow | undefined> {
  return reader.row(sql`
    select w.instance::text, w.template::text, w.element, wire_time(w.due_at) as "dueAt" from process_wait w
    where w.id = ${id} and w.kind = 'timer' and ${rowFilterSql(visible, sql`w`)}`)
}

export async function moveTimerRow(tx: Tx, { instance }: TimerRow, id: string, dueAt: Date): Promise<void> {
  await tx.rows(sql`
    update process_wait set due_at = ${dueAt} where instance = ${instance} and id = ${id} and kind = 'timer'`)
}
