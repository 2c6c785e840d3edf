import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** An arbitrary number that distinguishes this advisory lock from the others of the project. */
const lockKey = 7_412_060

/**
 * Locks groups, their members and the organisation chart against other writers until the transaction ends. Without the
 * lock, two concurrent changes could together create a cycle that neither creates alone. Call this function first in
 * the transaction, so that later reads see the state that is written to.
 */
export async function lockOrganisation(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
}
