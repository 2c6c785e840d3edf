import type { Database } from '../database.ts'
import { sql } from '../sql.ts'

/**
 * Sets whether each prepared statement is planned once for all values of its parameters, for all following statements
 * of this process. PostgreSQL otherwise plans a statement anew for its first five executions. Planning once is faster
 * when the tables are small, so that every plan is good. Does nothing with a database server, whose many connections
 * would all have to be set.
 */
export async function setGenericPlans(database: Database, isOn: boolean): Promise<void> {
  if (database.kind !== 'embedded') return
  await database.outsideTransaction(
    isOn ? sql`set plan_cache_mode = force_generic_plan` : sql`set plan_cache_mode = auto`,
  )
}
