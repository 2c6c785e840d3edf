import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { shownName } from '../../foundation/db/user-name.ts'
import type { OffReason, Webhook, WebhookView } from './webhook.ts'

const columns = sql`w.id::text, w.name, w.url, w.events, w.namespaces, w.applications, w.user_id::text as "userId",
  w.include_element as "includeElement", w.is_on as "isOn", w.off_reason as "offReason",
  wire_time(w.previous_until) as "previousUntil", wire_time(w.failing_since) as "failingSince",
  wire_time(w.created_at) as "createdAt", w.created_by::text as "createdBy",
  wire_time(w.updated_at) as "updatedAt", w.updated_by::text as "updatedBy"`
const secrets = sql`w.secret, w.previous_secret as "previousSecret"`

const ofState = (state: string): Sql =>
  sql`(select count(*)::int from webhook_delivery d where d.webhook = w.id and d.state = ${state}
    and d.event <> 'webhook.ping')`
const shown = sql`${columns}, coalesce((select ${shownName(sql`u`)} from users u where u.id = w.user_id), '') as "userName",
  ${ofState('pending')} as pending, ${ofState('failed')} as failed,
  (select wire_time(d.ended_at) from webhook_delivery d where d.webhook = w.id and d.state = 'delivered'
    and d.event <> 'webhook.ping' order by d.no desc limit 1) as "lastDeliveredAt"`

/** Returns the webhooks as administrators see them, sorted by name; with `id`, only this webhook. */
export function webhookViews(reader: Reader, id?: string): Promise<WebhookView[]> {
  const chosen = id === undefined ? sql`true` : sql`w.id = ${id}`
  return reader.rows<WebhookView>(sql`select ${shown} from webhook w where ${chosen} order by lower(w.name), w.id`)
}

/** Returns the webhooks that are switched on. */
export const activeWebhooks = (reader: Reader): Promise<Webhook[]> =>
  reader.rows<Webhook>(sql`select ${columns}, ${secrets} from webhook w where w.is_on order by w.id`)

/** A condition in SQL: at least one webhook is on. */
export const hasActiveWebhooks = sql`exists (select from webhook where is_on)`

export const webhookById = (reader: Reader, id: string): Promise<Webhook | undefined> =>
  reader.row<Webhook>(sql`select ${columns}, ${secrets} from webhook w where w.id = ${id}`)

/** Reads a webhook and locks it until the transaction ends. */
export const lockWebhook = (tx: Tx, id: string): Promise<Webhook | undefined> =>
  tx.row<Webhook>(sql`select ${columns}, ${secrets} from webhook w where w.id = ${id} for update`)

export async function countWebhooks(reader: Reader): Promise<number> {
  return (await reader.row<{ n: number }>(sql`select count(*)::int as n from webhook`))!.n
}

/**
 * Inserts or replaces a webhook. Keeps the time since which its attempts have failed, unless the webhook is switched on.
 */
export async function putWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  const { id, name, url, events, namespaces, applications, userId, includeElement, isOn, offReason } = webhook
  await tx.rows(sql`
    insert into webhook as w (id, name, url, events, namespaces, applications, user_id, include_element, is_on,
      off_reason, secret, previous_secret, previous_until, created_at, created_by, updated_at, updated_by)
    values (${id}, ${name}, ${url}, ${events}::text[], ${namespaces}::text[], ${applications}::text[], ${userId},
      ${includeElement}, ${isOn}, ${offReason}, ${webhook.secret}, ${webhook.previousSecret},
      ${webhook.previousUntil}::timestamptz, ${webhook.createdAt}::timestamptz, ${webhook.createdBy},
      ${webhook.updatedAt}::timestamptz, ${webhook.updatedBy})
    on conflict (id) do update set name = excluded.name, url = excluded.url, events = excluded.events,
      namespaces = excluded.namespaces, applications = excluded.applications, user_id = excluded.user_id,
      include_element = excluded.include_element, is_on = excluded.is_on, off_reason = excluded.off_reason,
      secret = excluded.secret, previous_secret = excluded.previous_secret, previous_until = excluded.previous_until,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by,
      failing_since = case when excluded.is_on and not w.is_on then null else w.failing_since end`)
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from webhook_delivery where webhook = ${id}`)
  await tx.rows(sql`delete from webhook where id = ${id}`)
}

/** Records a successful attempt. */
export async function noteSuccess(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`update webhook set failing_since = null where id = ${id} and failing_since is not null`)
}

/**
 * Records a failed attempt. Returns the time since which every attempt has failed; undefined when the webhook is off.
 * If the last failure is at least `maxGapMs` ago, the time begins with the failure that is recorded now.
 */
export async function noteFailure(
  tx: Tx,
  id: string,
  { now, maxGapMs }: { readonly now: Date; readonly maxGapMs: number },
): Promise<Date | undefined> {
  const row = await tx.row<{ since: string }>(sql`
    update webhook set last_failure_at = ${now}, failing_since = case
      when failing_since is not null and last_failure_at > ${new Date(now.getTime() - maxGapMs)} then failing_since
      else ${now} end
    where id = ${id} and is_on returning wire_time(failing_since) as since`)
  return row && new Date(row.since)
}

/** Switches a webhook off. Returns its name; undefined when it was off before. */
export async function switchOff(tx: Tx, id: string, reason: OffReason, now: Date): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(sql`
    update webhook set is_on = false, off_reason = ${reason}, updated_at = ${now} where id = ${id} and is_on
    returning name`)
  return row?.name
}
