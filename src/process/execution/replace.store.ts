import type { Tx } from '../../foundation/db/database.ts'
import { id as name, sql } from '../../foundation/db/sql.ts'

/** A row of a wait, task, incident or restore point with its new version and element. */
export interface MovedRow {
  readonly instance: string
  readonly id: string
  readonly template: string
  readonly version: number
  readonly element: string
}

const tables = ['process_wait', 'process_task', 'process_incident', 'process_restore_point'] as const

/** Updates the version and the elements of rows. Timers of tasks follow their tasks. */
export async function moveRows(tx: Tx, rows: readonly MovedRow[]): Promise<void> {
  if (rows.length === 0) return
  const instances = [...new Set(rows.map(({ instance }) => instance))]
  const moved = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x(instance uuid, id uuid, template uuid, version int, element text)`
  for (const table of tables) {
    const isOf =
      table === 'process_wait' ? sql`(w.id = x.id or w.kind = 'taskTimer' and w.key = x.id::text)` : sql`w.id = x.id`
    await tx.rows(sql`
      update ${name(table)} w set template = x.template, version = x.version, element = x.element
      from ${moved}
      where w.instance = any(${instances}::uuid[]) and w.instance = x.instance and ${isOf}
        and (w.version, w.template, w.element) is distinct from (x.version, x.template, x.element)`)
  }
}
