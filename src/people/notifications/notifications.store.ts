import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { About } from './events.ts'

export interface NewNotification {
  readonly id: string
  readonly user: string
  readonly key: string
  readonly kind: string
  readonly event: string
  readonly title: string
  readonly text: string
  readonly about: About
  readonly by: string | null
  readonly at: string
  readonly isListed: boolean
}

/** Writes notifications, except those whose key the user already has. Returns the ids of the written notifications. */
export async function insertNotifications(tx: Tx, all: readonly NewNotification[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    insert into notification (user_id, id, key, kind, event, title, text, about, by, created_at, is_listed)
    select x."user", x.id, x.key, x.kind, x.event, x.title, x.text, x.about, x."by", x.at, x."isListed"
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as x("user" uuid, id uuid, key text, kind text, event text,
      title text, text text, about jsonb, "by" uuid, at timestamptz, "isListed" boolean)
    order by x."user", x.key
    on conflict (user_id, key) do nothing returning id::text`)
  return new Set(rows.map(({ id }) => id))
}

/** Predicate for the notifications in the list of a user. */
export const isOfUser = (userId: string, row: Sql): Sql => sql`${row}.user_id = ${userId} and ${row}.is_listed`

/** Returns the elements on whose comments a user was notified. */
export async function commentedElements(reader: Reader, userId: string): Promise<{ readonly about: About }[]> {
  const rows = await reader.rows<{ about: string }>(sql`
    select distinct about from notification n where ${isOfUser(userId, sql`n`)} and kind = 'comment'`)
  return rows.map(({ about }) => ({ about: JSON.parse(about) }))
}

export async function countUnread(reader: Reader, userId: string): Promise<number> {
  const row = await reader.row<{ count: number }>(sql`
    select count(*)::int as count from notification where user_id = ${userId} and read_at is null and is_listed`)
  return row!.count
}

/** Marks unread notifications of a user as read: those with these ids, or all. Returns their number. */
export async function markRead(
  tx: Tx,
  userId: string,
  { ids, at }: { readonly ids: readonly string[] | undefined; readonly at: Date },
): Promise<number> {
  const wanted = ids === undefined ? sql`true` : sql`id = any (${ids}::uuid[])`
  const row = await tx.row<{ count: number }>(sql`
    with marked as (
      update notification set read_at = ${at}
      where user_id = ${userId} and read_at is null and is_listed and ${wanted} returning id)
    select count(*)::int as count from marked`)
  return row!.count
}

/**
 * Deletes up to `maxCount` notifications and up to `maxCount` mails that are older than `before`. Returns whether
 * there may be more.
 */
export async function deleteOld(tx: Tx, before: Date, maxCount: number): Promise<boolean> {
  const row = await tx.row<{ count: number }>(sql`
    with old_notification as (
      delete from notification where (user_id, id) in (
        select user_id, id from notification where created_at < ${before} order by created_at limit ${maxCount}) returning 1),
    old_mail as (
      delete from notification_mail where (user_id, id) in (
        select user_id, id from notification_mail where due_at < ${before} order by due_at limit ${maxCount}) returning 1)
    select greatest((select count(*) from old_notification), (select count(*) from old_mail))::int as count`)
  return row!.count >= maxCount
}
