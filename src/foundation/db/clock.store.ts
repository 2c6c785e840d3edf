import type { Reader, Tx } from './database.ts'
import { Script, sql } from './sql.ts'

/**
 * Moves `platform_now()`, the time of the database, ahead of the real time by a number of ms; 0 resets it to the real
 * time. A server without a movable clock resets it at its start. The offset is part of the function's text, so that
 * the function without an offset costs nothing: the planner replaces a call with `now()`.
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

/** Returns the time of the database in milliseconds since 1970. */
export async function databaseMs(reader: Reader): Promise<number> {
  const row = await reader.row<{ ms: number }>(sql`select (extract(epoch from platform_now()) * 1000)::float8 as ms`)
  return row!.ms
}

const plainBody = 'select now()'
