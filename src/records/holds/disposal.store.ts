import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

interface Act {
  readonly id: string
  readonly number: string
  readonly comment: string
  readonly by: string
  readonly at: Date
}

/** Inserts an act with its cases. */
export async function insertAct(tx: Tx, { id, number, comment, by, at }: Act, cases: readonly string[]): Promise<void> {
  await tx.rows(
    sql`insert into disposal_act (id, number, comment, at, by) values (${id}, ${number}, ${comment}, ${at}, ${by})`,
  )
  await tx.rows(sql`
    insert into disposal_act_case (act, case_id) select ${id}::uuid, c.id from unnest(${cases}::uuid[]) c (id)`)
}
