import type { Reader, Tx } from '../db/database.ts'
import { Script, sql } from '../db/sql.ts'

/** The turn that the next transaction would have at least, and the newest that a row or a seal has. Decimal texts. */
export async function turnsNow(reader: Reader): Promise<{ next: string; newest: string }> {
  const row = await reader.row<{ next: string; newest: string }>(sql`
    select audit_turn(pg_snapshot_xmax(pg_current_snapshot())) as next,
      greatest(0, (select max(turn) from audit), (select max(turn) from element_history),
        (select max(turn) from element_proof),
        (select to_turn - 1 from audit_seal order by no desc limit 1)) as newest`)
  return row!
}

/** From now on turns are numbers of transactions plus this. Only the owner of the function may. */
export async function setAddend(tx: Tx, addend: bigint): Promise<void> {
  await tx.rows(
    new Script(`create or replace function audit_turn(of_transaction xid8) returns bigint
      language sql stable parallel safe as $$
  select of_transaction::text::bigint + ${addend}
$$`),
  )
}

/** Until the transaction ends, nobody else seals or sets turns. */
export async function lockSeals(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${sealsKey}::bigint)`)
}

/** False when another node seals at this moment. */
export async function tryLockSeals(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${sealsKey}::bigint) as locked`)
  return row!.locked
}

/** Any number of ours. */
const sealsKey = 7_412_080
