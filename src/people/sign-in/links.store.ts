import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** Stores a link, and deletes the links that have expired. */
export async function insertLink(
  tx: Tx,
  link: { hash: Buffer; userId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.rows(sql`delete from sign_in_link where expires_at <= ${now}`)
  await tx.rows(sql`
    insert into sign_in_link (hash, user_id, expires_at) values (${link.hash}, ${link.userId}, ${link.expiresAt})`)
}

/** Deletes a link that has not expired, and returns its user. */
export async function takeLink(tx: Tx, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx.row<{ userId: string }>(sql`
    delete from sign_in_link where hash = ${hash} and expires_at > ${now} returning user_id as "userId"`)
  return row?.userId
}
