import type { Tx } from './database.ts'
import { Script, sql } from './sql.ts'

/**
 * Moves `platform_now()`, the time of the database, ahead of the real time by a number of ms; 0 sets it right. Only
 * servers with a movable clock call this. `platform_now()` is a function without state, so that its plain form costs
 * nothing: the planner replaces a call by `now()`.
 */
export async function moveDatabaseClock(tx: Tx, aheadMs: number): Promise<void> {
  const body = aheadMs === 0 ? plainBody : `select now() + interval '${Math.round(aheadMs)} ms'`
  const row = await tx.row<{ body: string }>(
    sql`select prosrc as body from pg_proc where oid = 'platform_now()'::regprocedure`,
  )
  if (row?.body === body) return
  await tx.rows(
    new Script(
      `create or replace function platform_now() returns timestamptz language sql stable parallel safe as '${body.replaceAll("'", "''")}'`,
    ),
  )
}

const plainBody = 'select now()'
