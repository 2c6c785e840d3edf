import type { Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'

/** Reserves the next `count` numbers of `__index` and returns the first. */
export async function takeIndexes(tx: Tx, app: string, count: number): Promise<number> {
  const row = await tx.row<{ first: string }>(sql`
    insert into element_index as i (app, next) values (${app}, ${count}::bigint + 1)
    on conflict (app) do update set next = i.next + ${count}::bigint
    returning next - ${count}::bigint as first`)
  return Number(row!.first)
}

/** Returns unused numbers; does nothing when later numbers have been reserved since. */
export async function giveBackIndexes(tx: Tx, app: string, next: number, end: number): Promise<void> {
  await tx.rows(sql`update element_index set next = ${next}::bigint where app = ${app} and next = ${end}::bigint`)
}
