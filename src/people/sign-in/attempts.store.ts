import type { Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'

/**
 * Returns the bucket in which failed attempts for a login are counted. All spellings that lead to the same user share a
 * bucket. For an unknown login, the bucket is 20 bits of a keyed hash, because the text may be a password that was
 * typed into the wrong field. The key keeps outsiders from finding two texts that share a bucket: locking one of them
 * would show whether the other is the login of a user.
 */
export const bucketOfLogin = (login: string, key: Buffer): Sql => {
  const known = sql`lower(${login}::text)`
  return sql`coalesce((select 'user ' || u.id from users u where lower(u.login) = ${known} and u.deleted_at is null),
    'login ' || left(encode(sha256(${key}::bytea || convert_to(${known}, 'UTF8')), 'hex'), 5))`
}

/** Returns the bucket of a login from one address, by the bucket of the login. */
export const bucketOfLoginAt = (login: Sql, address: string): Sql => sql`(${login} || ${` at ${address}`}::text)`

export const bucketOfAddress = (address: string): Sql => sql`(${`address ${address}`}::text)`

/** The current time and the limits within which a counting window is still open. */
export interface AttemptWindow {
  readonly now: Date
  /** A window that began at this time or earlier is over. */
  readonly from: Date
  /**
   * A window that began later than this is over too: it was counted before the clock was set back. The clocks of nodes
   * differ by less than this margin.
   */
  readonly until: Date
}

const isOver = (since: Sql, { from, until }: AttemptWindow): Sql => sql`(${since} <= ${from} or ${since} > ${until})`

/**
 * Counts one more attempt in the bucket and starts a new window when the last one is over. Returns the count and the
 * start of the window.
 */
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

/** Deletes the bucket of a login, and its buckets by address. */
export async function forgetAttempts(tx: Tx, login: Sql): Promise<void> {
  await tx.rows(sql`delete from sign_in_attempt where bucket = ${login} or starts_with(bucket, ${login} || ' at ')`)
}

/** Takes one attempt back from the count of a bucket. */
export async function takeBackAttempt(tx: Tx, bucket: Sql): Promise<void> {
  await tx.rows(sql`update sign_in_attempt set count = count - 1 where bucket = ${bucket} and count > 0`)
}

/**
 * Deletes up to 100 buckets whose window is over, so that the sign-in during which this runs is not delayed for long.
 */
export async function removeOldAttempts(tx: Tx, window: AttemptWindow): Promise<void> {
  await tx.rows(sql`
    delete from sign_in_attempt where bucket in (
      select bucket from sign_in_attempt where ${isOver(sql`since`, window)} order by since limit 100
      for update skip locked)`)
}
