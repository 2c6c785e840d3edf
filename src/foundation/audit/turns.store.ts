import type { Reader, Tx } from '../db/database.ts'
import { Script, sql } from '../db/sql.ts'

/**
 * Returns the lowest turn that the next transaction can have, and the newest turn of all rows and seals, as decimal
 * texts.
 */
export async function turnsNow(reader: Reader): Promise<{ next: string; newest: string }> {
  const row = await reader.row<{ next: string; newest: string }>(sql`
    select audit_turn(pg_snapshot_xmax(pg_current_snapshot())) as next,
      greatest(0, (select max(turn) from audit), (select max(turn) from element_history),
        (select max(turn) from element_proof), (select max(turn) - 1 from event_reader),
        (select max(turn) from element_file_version),
        (select to_turn - 1 from audit_seal order by no desc limit 1)) as newest`)
  return row!
}

/**
 * Sets the number that is added to a transaction's number to make its turn. Only the owner of the function may do this.
 */
export async function setAddend(tx: Tx, addend: bigint): Promise<void> {
  await tx.rows(
    new Script(`create or replace function audit_turn(of_transaction xid8) returns bigint
      language sql stable parallel safe as $$
  select of_transaction::text::bigint + ${addend}
$$`),
  )
}

/** Locks sealing and the setting of turns until the transaction ends. */
export async function lockSeals(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${sealsKey}::bigint)`)
}

/**
 * Tries to lock sealing and the setting of turns until the transaction ends. Returns false when another node is
 * sealing.
 */
export async function tryLockSeals(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${sealsKey}::bigint) as locked`)
  return row!.locked
}

/** Key of the advisory lock; any number that no other lock of Chancery uses. */
const sealsKey = 7_412_080
