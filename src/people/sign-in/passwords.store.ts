import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

export interface PasswordOwner {
  readonly id: string
  readonly login: string
  /** The password hash; null when the user has no password or is not active. */
  readonly hash: string | null
}

/** Returns a user by id, or by login in any case, with the password hash; undefined when there is no such user. */
export async function passwordOwner(reader: Reader, by: { login: string } | { id: string }) {
  const is = 'id' in by ? sql`u.id = ${by.id}` : sql`lower(u.login) = lower(${by.login})`
  return reader.row<PasswordOwner>(sql`
    select u.id, u.login, case when u.status = 2 then p.hash end as hash
    from users u left join password p on p.user_id = u.id where ${is} and u.deleted_at is null`)
}

export async function writePassword(
  tx: Tx,
  userId: string,
  hash: string,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into password (user_id, hash, changed_at, changed_by) values (${userId}, ${hash}, ${at}, ${by})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`)
}

/** Stores the first password of a user. Returns false when the user has one already. */
export async function insertPassword(
  tx: Tx,
  userId: string,
  hash: string,
  { by, at }: { by: string; at: Date },
): Promise<boolean> {
  const row = await tx.row(sql`
    insert into password (user_id, hash, changed_at, changed_by) values (${userId}, ${hash}, ${at}, ${by})
    on conflict (user_id) do nothing returning user_id`)
  return row !== undefined
}

/** Locks the user's password. Returns false when the hash has changed since it was verified. */
export async function lockPassword(tx: Tx, userId: string, verifiedHash: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from password where user_id = ${userId} and hash = ${verifiedHash} for update`)
  return row !== undefined
}

/**
 * Replaces the hash of an unchanged password, for example after the cost parameters changed. Does nothing when the
 * password has changed.
 */
export async function replaceHash(tx: Tx, userId: string, before: string, after: string): Promise<void> {
  await tx.rows(sql`update password set hash = ${after} where user_id = ${userId} and hash = ${before}`)
}
