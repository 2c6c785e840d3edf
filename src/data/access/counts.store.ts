import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** Invalidates the cached counts of an application, because the set of elements that some users see has changed. */
export async function invalidateCounts(tx: Tx, app: string): Promise<void> {
  await tx.rows(sql`update element_count set writes = writes + 1 where app = ${app} and slot = pg_backend_pid() % 16`)
}
