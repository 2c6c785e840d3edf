import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Any number of ours. */
const lockKey = 7_412_060

/**
 * Until the transaction ends, nobody else changes groups, their members or the chart: two changes that are right each
 * could make a circle together. Comes first in the transaction, so that what it reads is what stands when it writes.
 */
export async function lockOrganisation(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
}
