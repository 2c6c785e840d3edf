import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/**
 * Stores the invitation of a user in place of an earlier one. Returns false when the user does not exist or is blocked.
 */
export async function putInvitation(
  tx: Tx,
  { userId, hash, expiresAt }: { readonly userId: string; readonly hash: Buffer; readonly expiresAt: Date },
): Promise<boolean> {
  const row = await tx.row(sql`
    insert into invitation (user_id, hash, expires_at)
    select id, ${hash}, ${expiresAt} from users where id = ${userId} and deleted_at is null and status in (1, 2)
    on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at returning user_id`)
  return row !== undefined
}

/** The user of an invitation. */
export interface Invited {
  readonly id: string
  readonly login: string
}

/** Returns the user of an invitation that has not expired; undefined for a user who is blocked or deleted. */
export function invitedUser(reader: Reader, hash: Buffer, now: Date): Promise<Invited | undefined> {
  return reader.row<Invited>(sql`
    select u.id::text, u.login from invitation i join users u on u.id = i.user_id
    where i.hash = ${hash} and i.expires_at > ${now} and u.deleted_at is null and u.status in (1, 2)`)
}

/**
 * Deletes an invitation and makes its user active. Returns the earlier status of the user; undefined when there is no
 * such invitation or the user is blocked.
 */
export async function useInvitation(tx: Tx, hash: Buffer, now: Date): Promise<'invited' | 'active' | undefined> {
  const taken = await tx.row<{ id: string }>(
    sql`delete from invitation where hash = ${hash} and expires_at > ${now} returning user_id::text as id`,
  )
  if (taken === undefined) return undefined
  const user = await tx.row<{ status: number }>(sql`
    select status from users where id = ${taken.id} and deleted_at is null and status in (1, 2) for update`)
  if (user?.status !== 1) return user && 'active'
  await tx.rows(sql`
    update users set status = 2, updated_at = ${now}, updated_by = id where id = ${taken.id}`)
  return 'invited'
}
