import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { insertJobs } from '../../../foundation/jobs/index.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { About, NotificationKind } from '../events.ts'

/** A notification to put into a mail, and the time at which the mail is due. */
export interface Mailed {
  readonly userId: string
  readonly notification: string
  readonly dueAt: Date
}

/**
 * Puts notifications into mails: into the waiting mail of the user that is due at the same time, or into a new one. A
 * new mail gets a job in `queue`.
 */
export async function putIntoMails(
  tx: Tx,
  mailed: readonly Mailed[],
  { queue, now }: { readonly queue: string; readonly now: Date },
): Promise<void> {
  const groups = Map.groupBy(mailed, ({ userId, dueAt }) => `${userId} ${dueAt.toISOString()}`)
  const fresh = [...groups]
    .sort()
    .map(([key, [first]]) => ({ key, id: newId(), user: first!.userId, due: first!.dueAt }))
  const stored = await tx.rows<{ key: string; id: string }>(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as w(key text, id uuid, "user" uuid, due timestamptz)),
    put as (
      insert into notification_mail as m (user_id, id, due_at, state)
      select "user", id, due, 'waiting' from wanted order by "user", due
      on conflict (user_id, due_at) where state = 'waiting' do update set due_at = excluded.due_at
      returning user_id, id, due_at)
    select w.key, p.id::text from wanted w join put p on p.user_id = w."user" and p.due_at = w.due`)
  const byKey = new Map(stored.map(({ key, id }) => [key, id]))
  const links = [...groups].flatMap(([key, notifications]) =>
    notifications.map(({ userId, notification }) => ({ user: userId, id: notification, mail: byKey.get(key)! })),
  )
  await tx.rows(sql`
    update notification n set mail = l.mail
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l("user" uuid, id uuid, mail uuid)
    where n.user_id = l."user" and n.id = l.id`)
  const jobs = fresh
    .filter(({ key, id }) => byKey.get(key) === id)
    .map(({ user, id, due }) => ({
      id: newId(),
      queue,
      data: { user, mail: id },
      delayMs: Math.max(due.getTime() - now.getTime(), 0),
    }))
  if (jobs.length === 0) return
  await tx.rows(
    insertJobs(sql`(select x.* from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as x(id uuid, queue text, data jsonb,
      "delayMs" float8))`),
  )
}

export interface MailKey {
  readonly user: string
  readonly mail: string
}

/**
 * Marks a mail as being sent, so that no more notifications are added to the mail. Returns the time at which the mail
 * was due; undefined when the mail has already been sent or dropped, or has failed.
 */
export async function beginMail(tx: Tx, { user, mail }: MailKey): Promise<Date | undefined> {
  const row = await tx.row<{ dueMs: number }>(sql`
    update notification_mail set state = 'sending'
    where user_id = ${user} and id = ${mail} and state in ('waiting', 'sending')
    returning extract(epoch from due_at)::float8 * 1000 as "dueMs"`)
  return row && new Date(row.dueMs)
}

export async function endMail(
  tx: Tx,
  { user, mail }: MailKey,
  end: { readonly state: 'sent' | 'dropped' | 'failed'; readonly problem?: string; readonly at: Date },
): Promise<void> {
  await tx.rows(sql`
    update notification_mail set state = ${end.state}, problem = ${end.problem ?? null}, ended_at = ${end.at}
    where user_id = ${user} and id = ${mail}`)
}

export interface MailItem {
  readonly kind: NotificationKind
  readonly title: string
  readonly text: string
  readonly about: About
}

/**
 * Returns the first notifications of a mail that have one of these kinds and that the user has not read, oldest first,
 * and the total number of such notifications.
 */
export async function itemsOfMail(
  reader: Reader,
  { user, mail }: MailKey,
  { kinds, maxCount }: { readonly kinds: readonly string[]; readonly maxCount: number },
): Promise<{ readonly items: readonly MailItem[]; readonly total: number }> {
  const rows = await reader.rows<Omit<MailItem, 'about'> & { about: string; total: number }>(sql`
    select kind, title, text, about, count(*) over ()::int as total from notification
    where user_id = ${user} and mail = ${mail} and read_at is null and kind = any (${kinds}::text[])
    order by id limit ${maxCount}`)
  return {
    items: rows.map(({ kind, title, text, about }) => ({ kind, title, text, about: JSON.parse(about) })),
    total: rows[0]?.total ?? 0,
  }
}
