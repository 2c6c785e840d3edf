import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

/**
 * Same for all spellings of a login that lead to the same user. What nobody is called may be a password that was typed
 * into the wrong field, so of it no more is kept than 20 bits of its hash. The key keeps strangers from finding two texts
 * that share a bucket: failures with the one would show whether somebody has the other for a login.
 */
export const bucketOfLogin = (login: string, key: Buffer): Sql => {
  const known = sql`lower(${login}::text)`
  return sql`coalesce((select 'user ' || u.id from users u where lower(u.login) = ${known} and u.deleted_at is null),
    'login ' || left(encode(sha256(${key}::bytea || convert_to(${known}, 'UTF8')), 'hex'), 5))`
}

export const bucketOfAddress = (address: string): Sql => sql`(${`address ${address}`}::text)`

/** The window of an attempt: windows that began outside of it, at either end, do not count any more. */
export interface AttemptWindow {
  readonly now: Date
  /** A window that began then or before is over. */
  readonly from: Date
  /** A window that began later was counted before the clock was set back. Clocks of nodes may differ by less. */
  readonly until: Date
}

const isOver = (since: Sql, { from, until }: AttemptWindow): Sql => sql`(${since} <= ${from} or ${since} > ${until})`

/** Counts one more attempt since the bucket's window began; a window that is over begins anew. */
export async function countAttempt(
  tx: Tx,
  bucket: Sql,
  window: AttemptWindow,
): Promise<{ count: number; since: string }> {
  const { now } = window
  const over = isOver(sql`kept.since`, window)
  const row = await tx.row<{ count: number; since: string }>(sql`
    insert into sign_in_attempt as kept (bucket, count, since) values (${bucket}, 1, ${now})
    on conflict (bucket) do update set
      count = case when ${over} then 1 else kept.count + 1 end,
      since = case when ${over} then ${now} else kept.since end
    returning count, since`)
  return row!
}

export async function forgetAttempts(tx: Tx, bucket: Sql): Promise<void> {
  await tx.rows(sql`delete from sign_in_attempt where bucket = ${bucket}`)
}

export async function takeBackAttempt(tx: Tx, bucket: Sql): Promise<void> {
  await tx.rows(sql`update sign_in_attempt set count = count - 1 where bucket = ${bucket} and count > 0`)
}

/** Some at a time, so that whoever happens to come along waits for no more. */
export async function removeOldAttempts(tx: Tx, window: AttemptWindow): Promise<void> {
  await tx.rows(sql`
    delete from sign_in_attempt where bucket in (
      select bucket from sign_in_attempt where ${isOver(sql`since`, window)} order by since limit 100
      for update skip locked)`)
}
