import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { AttemptNote, DeliveryDetails, DeliveryView } from './delivery.ts'
import type { DeliveryState } from './webhook.ts'

const maxCounted = 100_000

export interface NewDelivery {
  readonly webhook: string
  readonly id: string
  readonly event: string
  readonly app: string | null
  readonly element: string | null
  readonly application: string | null
  readonly details: DeliveryDetails
}

/** A delivery that a job has claimed in order to send it now. */
export interface ClaimedDelivery extends NewDelivery {
  /** Number of attempts since the delivery was created or replayed. */
  readonly tries: number
}

const claimColumns = sql`d.webhook::text, d.id::text, d.event, d.app::text, d.element::text, d.application,
  d.details::text as details, d.tries`
type ClaimRow = Omit<ClaimedDelivery, 'details'> & { readonly details: string }
const claimed = (row: ClaimRow): ClaimedDelivery => ({ ...row, details: JSON.parse(row.details) })

/** Inserts deliveries that are due at once, in their order. */
export async function insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  await tx.rows(sql`
    insert into webhook_delivery (webhook, id, event, app, element, application, details, state, created_at,
      next_attempt_at)
    select d.webhook, d.id, d.event, d.app, d.element, d.application, d.details, 'pending', ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(deliveries.map((one, place) => ({ ...one, place })))}::jsonb)
      as d(webhook uuid, id uuid, event text, app uuid, element uuid, application text, details jsonb, place int)
    order by d.place`)
}

/** Inserts a test request that `job` has already claimed, so that no other job sends it. */
export async function insertClaimed(tx: Tx, delivery: NewDelivery, job: string, now: Date): Promise<ClaimedDelivery> {
  const { webhook, id, event, details } = delivery
  const row = await tx.row<ClaimRow>(sql`
    insert into webhook_delivery as d (webhook, id, event, details, state, created_at, claimed_by, claimed_at)
    values (${webhook}, ${id}, ${event}, ${JSON.stringify(details)}::jsonb, 'pending', ${now}, ${job}, ${now})
    returning ${claimColumns}`)
  return claimed(row!)
}

export interface ClaimOptions {
  readonly job: string
  readonly maxCount: number
  readonly now: Date
  /** Deliveries that are due at or before this time are claimed. */
  readonly dueBy: Date
  /** Claims from before this time have expired, because their job no longer runs. */
  readonly voidBefore: Date
}

/**
 * Claims due deliveries of a webhook, those that became due first. A delivery waits for earlier deliveries of the
 * same element. When a job is restarted, it gets the deliveries again that it had claimed before.
 */
export async function claimDue(
  tx: Tx,
  webhook: string,
  { job, maxCount, now, dueBy, voidBefore }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const rows = await tx.rows<ClaimRow>(sql`
    update webhook_delivery d set claimed_by = ${job}, claimed_at = ${now}
    from (
      select d.id from webhook_delivery d join webhook w on w.id = d.webhook and w.is_on
      where d.webhook = ${webhook} and d.state = 'pending' and d.next_attempt_at <= ${dueBy}
        and (d.claimed_by is null or d.claimed_by = ${job} or d.claimed_at < ${voidBefore})
        and not exists (select from webhook_delivery e where e.webhook = d.webhook and e.app = d.app
          and e.element = d.element and e.state = 'pending' and e.no < d.no)
      order by d.next_attempt_at, d.no limit ${maxCount} for update of d skip locked) due
    where d.webhook = ${webhook} and d.id = due.id
    returning ${claimColumns}`)
  return rows.map(claimed)
}

/** Releases the deliveries that an earlier run of a job has claimed, so that another job can send them. */
export async function releaseClaims(tx: Tx, webhook: string, job: string): Promise<void> {
  await tx.rows(sql`
    update webhook_delivery set claimed_by = null, claimed_at = null
    where webhook = ${webhook} and claimed_by = ${job} and state = 'pending'`)
}

export interface AttemptResult {
  readonly state: DeliveryState
  readonly nextAttemptAt: Date | null
  readonly note: AttemptNote
  readonly request: string | null
  readonly response: string | null
  readonly now: Date
}

/** Stores the result of an attempt. Returns false when the job no longer holds the claim. */
export async function recordAttempt(
  tx: Tx,
  { webhook, id }: Pick<ClaimedDelivery, 'webhook' | 'id'>,
  job: string,
  { state, nextAttemptAt, note, request, response, now }: AttemptResult,
): Promise<boolean> {
  const row = await tx.row(sql`
    update webhook_delivery d set state = ${state}, next_attempt_at = ${nextAttemptAt}, attempts = attempts + 1,
      tries = tries + 1, status = ${note.status}, problem = ${note.problem}, request = ${request},
      response = ${response}, ended_at = ${state === 'pending' ? null : now}, claimed_by = null, claimed_at = null,
      log = (select jsonb_agg(kept.note order by kept.place) from (
        select note, place from jsonb_array_elements(d.log || ${JSON.stringify([note])}::jsonb)
          with ordinality as all_notes(note, place) order by place desc limit 20) kept)
    where webhook = ${webhook} and id = ${id} and claimed_by = ${job} and state = 'pending' returning id`)
  return row !== undefined
}

/** Returns a delivery as administrators see it. */
export async function deliveryById(reader: Reader, webhook: string, id: string): Promise<DeliveryView | undefined> {
  const row = await reader.row<Omit<DeliveryView, 'log'> & { log: string }>(sql`
    select id::text, event, application, element::text as "elementId", state, attempts, status, problem, request,
      response, wire_time(created_at) as "createdAt", wire_time(next_attempt_at) as "nextAttemptAt",
      wire_time(ended_at) as "endedAt", log::text as log
    from webhook_delivery where webhook = ${webhook} and id = ${id}`)
  return row && { ...row, log: JSON.parse(row.log) }
}

const replayed = (now: Date): Sql => sql`state = 'pending', next_attempt_at = ${now}, tries = 0, ended_at = null,
  claimed_by = null, claimed_at = null`

/** Makes a delivery due now, whatever its state. A delivery that is being sent is left unchanged. */
export async function replayDelivery(tx: Tx, webhook: string, id: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update webhook_delivery set ${replayed(now)} where webhook = ${webhook} and id = ${id} and claimed_by is null`)
}

/** Makes the failed deliveries of a period due now, except test requests, and returns their number. */
export async function replayFailed(
  tx: Tx,
  webhook: string,
  { from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date },
): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    with again as (update webhook_delivery set ${replayed(now)}
      where webhook = ${webhook} and state = 'failed' and event <> 'webhook.ping'
        and created_at >= ${from} and created_at < ${to} returning id)
    select count(*)::int as n from again`)
  return row!.n
}

/** Makes the waiting deliveries of a webhook due now, except test requests, and counts their attempts from zero. */
export async function hastenPending(tx: Tx, webhook: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update webhook_delivery set next_attempt_at = ${now}, tries = 0
    where webhook = ${webhook} and state = 'pending' and event <> 'webhook.ping'`)
}

/** Returns the ids of the webhooks that are on and have due deliveries that no job has claimed. */
export async function dueWebhooks(reader: Reader, now: Date): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select w.id::text from webhook w where w.is_on and exists (select from webhook_delivery d
      where d.webhook = w.id and d.state = 'pending' and d.next_attempt_at <= ${now} and d.claimed_by is null)`)
  return rows.map(({ id }) => id)
}

/** The deliveries that wait, for monitoring. */
export interface WebhookFigures {
  /** Number of waiting deliveries of webhooks that are on, counted up to 100,000. */
  readonly pending: number
  /** Seconds for which the oldest of these deliveries has been waiting since it was created; 0 when none waits. */
  readonly pendingForS: number
}

export async function webhookFigures(reader: Reader): Promise<WebhookFigures> {
  const row = await reader.row<WebhookFigures>(sql`
    select count(*)::int as pending,
      coalesce(greatest(extract(epoch from platform_now() - min(created_at)), 0), 0)::float8 as "pendingForS"
    from (select d.created_at from webhook_delivery d join webhook w on w.id = d.webhook
      where w.is_on and d.state = 'pending' limit ${maxCounted}) waiting`)
  return row!
}

/** Deletes deliveries that were created before a time. Returns whether there may be more. */
export async function deleteOldDeliveries(tx: Tx, before: Date, maxCount: number): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from webhook_delivery where (webhook, id) in (
      select webhook, id from webhook_delivery where created_at < ${before} limit ${maxCount}) returning id`)
  return rows.length === maxCount
}
