import type { Apps } from '../../data/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Transaction } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { requestTime } from '../../foundation/http/request-time.ts'
import type { Jobs, PeriodicJob } from '../../foundation/jobs/index.ts'
import { toWireTime } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Caller, Notifications } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import { type AttemptDeps, attempt, webhookQueue } from './attempt.ts'
import {
  changeWebhook,
  createWebhook,
  missingWebhook,
  removeWebhook,
  rotateSecret,
  type WebhookChange,
  type WebhookInput,
} from './change-webhook.ts'
import { createDeliverEvents } from './deliver-events.ts'
import {
  deleteOldDeliveries,
  deliveryById,
  dueWebhooks,
  insertClaimed,
  replayDelivery,
  replayFailed,
  type WebhookFigures,
  webhookFigures,
} from './deliveries.store.ts'
import type { DeliveryView } from './delivery.ts'
import { deliverySource } from './delivery-source.ts'
import { webhookDeliveryNotFound, webhookIsOff } from './errors.ts'
import { createSecrets } from './secrets.ts'
import { createSendDue } from './send-due.ts'
import { type DeliveryState, pingEvent, type Webhook, type WebhookView } from './webhook.ts'
import { hasActiveWebhooks, webhookById, webhookViews } from './webhooks.store.ts'

/** Number of webhooks to which this node sends at the same time. */
const concurrency = 16
const pollIntervalMs = 60_000
const cleanEveryMs = 60 * 60_000
const retentionMs = 30 * 24 * 60 * 60_000
const maxDeleted = 5_000

interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly event?: string | undefined
  /** Range of the creation time: `since` is inclusive, `until` is exclusive. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export interface WebhooksDeps extends Omit<AttemptDeps, 'secrets' | 'apps' | 'tell'> {
  readonly apps: Pick<Apps, 'elements' | 'events' | 'catalog'>
  readonly notifications: Pick<Notifications, 'tell'>
  readonly jobs: Jobs
  readonly lists: Lists
  readonly log: Log
}

/** What the actions on webhooks work with. */
type WebhookParts = ReturnType<typeof partsOf>

function partsOf(given: WebhooksDeps) {
  const { database, apps, notifications } = given
  return { ...given, catalog: apps.catalog, tell: notifications.tell, secrets: createSecrets(database) }
}

/** Creates the webhooks and registers their queue and their reader of events. */
export async function createWebhooks(given: WebhooksDeps): Promise<Webhooks> {
  const { apps, jobs } = given
  const parts = partsOf(given)
  // A job fails only when the database fails. Failed requests are recorded as attempts and do not fail the job.
  await jobs.work(webhookQueue, createSendDue(parts), { concurrency, retryLimit: 100_000, retryDelayMaxS: 60 })
  const reader = apps.events.reader({
    name: 'webhooks',
    publishedOnly: true,
    isNeeded: hasActiveWebhooks,
    handle: createDeliverEvents(parts),
  })
  // The reader has no due times of its own; `settle` reads the events that exist.
  jobs.followClock({ untilNextMs: async () => undefined, settle: () => reader.settle() })
  return new Webhooks(parts, reader)
}

/** Requests to other systems about changes of elements. All actions are for administrators. */
export class Webhooks {
  readonly periodic: readonly PeriodicJob[] = [
    { name: 'send due webhooks', everyMs: pollIntervalMs, on: 'one node', run: () => this.#enqueueDue() },
    { name: 'remove old webhook deliveries', everyMs: cleanEveryMs, on: 'one node', run: () => this.#removeOld() },
  ]
  readonly #parts: WebhookParts
  readonly #reader: ReturnType<Apps['events']['reader']>

  constructor(parts: WebhookParts, reader: ReturnType<Apps['events']['reader']>) {
    this.#parts = parts
    this.#reader = reader
  }

  list(): Promise<WebhookView[]> {
    return webhookViews(this.#parts.database.reader)
  }

  /** Returns a webhook. Throws `webhook.not_found`, as every action on a single webhook does. */
  async get(id: string): Promise<WebhookView> {
    const [found] = isUuid(id) ? await webhookViews(this.#parts.database.single, id) : []
    if (found === undefined) throw missingWebhook(id)
    return found
  }

  /** Creates a webhook. The secret is returned only here. */
  async create(caller: Caller, input: WebhookInput): Promise<{ webhook: WebhookView; secret: string }> {
    const { id, secret } = await createWebhook(this.#parts, caller, input)
    return { webhook: await this.get(id), secret }
  }

  async change(caller: Caller, id: string, change: WebhookChange): Promise<WebhookView> {
    await changeWebhook(this.#parts, caller, id, change)
    return this.get(id)
  }

  remove(caller: Caller, id: string): Promise<void> {
    return removeWebhook(this.#parts, caller, id)
  }

  /** Gives a webhook a new secret. The previous secret stays valid for `previousHours` hours. */
  rotate(caller: Caller, id: string, previousHours: number): Promise<{ secret: string; previousUntil: string }> {
    return rotateSecret(this.#parts, caller, id, previousHours)
  }

  /** Sends a test request at once, even to a webhook that is off, and returns its delivery. */
  async ping(caller: Caller, id: string): Promise<DeliveryView> {
    await this.#stored(id)
    const [job, deliveryId] = [newId(this.#parts.clock.nowMs()), newId(this.#parts.clock.nowMs())]
    const claimed = await this.#parts.database.transaction(async (tx) => {
      const details = { at: toWireTime(this.#parts.clock.nowMs()), by: caller.userId }
      await recordAudit(tx, caller, { object: `webhook:${id}`, after: { ping: deliveryId } })
      const nothing = { app: null, element: null, application: null }
      return insertClaimed(tx, { webhook: id, id: deliveryId, event: pingEvent, details, ...nothing }, job, this.#now())
    })
    await attempt(this.#parts, claimed, job)
    return this.delivery(id, deliveryId)
  }

  /** Lists the deliveries of a webhook, newest first. `list` is a list body. */
  async deliveries(
    caller: Caller,
    id: string,
    { state, event, since, until }: DeliveryFilter,
    list: unknown,
  ): Promise<Page> {
    await this.#stored(id)
    const first = since && requestTime(since, 'since')
    const end = until && requestTime(until, 'until')
    const source = deliverySource(
      (d) => sql`${d}.webhook = ${id}
          and ${state === undefined ? sql`true` : sql`${d}.state = ${state}`}
          and ${event === undefined ? sql`true` : sql`${d}.event = ${event}`}
          and ${first ? sql`${d}.created_at >= ${first}` : sql`true`}
          and ${end ? sql`${d}.created_at < ${end}` : sql`true`}`,
    )
    return this.#parts.lists.page(readListRequest(list), source, {
      callerId: caller.userId,
      nowMs: this.#parts.clock.nowMs(),
    })
  }

  /** Returns a delivery with its attempts. Throws `webhook.delivery_not_found`. */
  async delivery(id: string, deliveryId: string): Promise<DeliveryView> {
    await this.#stored(id)
    const found = isUuid(deliveryId) ? await deliveryById(this.#parts.database.single, id, deliveryId) : undefined
    if (found === undefined) throw webhookDeliveryNotFound(`delivery ${deliveryId.slice(0, 100)} not found`)
    return found
  }

  /** Sends a delivery again, with the same id. Throws `webhook.off` and `webhook.delivery_not_found`. */
  async replay(caller: Caller, id: string, deliveryId: string): Promise<DeliveryView> {
    await this.delivery(id, deliveryId)
    await this.#replaying(
      caller,
      id,
      () => ({ replayed: deliveryId }),
      (tx) => replayDelivery(tx, id, deliveryId, this.#now()),
    )
    return this.delivery(id, deliveryId)
  }

  /** Sends the failed deliveries of a period again and returns their number. Throws `webhook.off`. */
  async replayFailed(caller: Caller, id: string, { from, to }: { from: string; to: string }): Promise<number> {
    const period = { from: requestTime(from, 'from'), to: requestTime(to, 'to'), now: this.#now() }
    return this.#replaying(
      caller,
      id,
      (replayed) => ({ replayedFailed: replayed, from, to }),
      (tx) => replayFailed(tx, id, period),
    )
  }

  figures(): Promise<WebhookFigures> {
    return webhookFigures(this.#parts.database.reader)
  }

  /** Starts reading events. */
  start(): void {
    this.#reader.start().catch((error) => this.#parts.log('error', 'events do not reach webhooks', { error }))
  }

  #now(): Date {
    return new Date(this.#parts.clock.nowMs())
  }

  async #stored(id: string): Promise<Webhook> {
    const found = isUuid(id) ? await webhookById(this.#parts.database.single, id) : undefined
    if (found === undefined) throw missingWebhook(id)
    return found
  }

  /**
   * Runs a replay, writes its audit entry, and starts a job that sends the deliveries. Throws `webhook.off` when the
   * webhook is off.
   */
  async #replaying<T>(caller: Caller, id: string, after: (result: T) => object, work: (tx: Transaction) => Promise<T>) {
    if (!(await this.#stored(id)).isOn) throw webhookIsOff('the webhook is switched off; switch it on first')
    return this.#parts.database.transaction(async (tx) => {
      const result = await work(tx)
      await recordAudit(tx, caller, { object: `webhook:${id}`, after: { ...after(result) } })
      await this.#parts.jobs.enqueue(tx, webhookQueue, { webhook: id })
      tx.afterCommit(async () => this.#parts.jobs.nudge(webhookQueue))
      return result
    })
  }

  async #enqueueDue(): Promise<void> {
    for (const webhook of await dueWebhooks(this.#parts.database.reader, this.#now()))
      await this.#parts.database.transaction((tx) => this.#parts.jobs.enqueue(tx, webhookQueue, { webhook }))
    this.#parts.jobs.nudge(webhookQueue)
  }

  async #removeOld(): Promise<void> {
    while (
      await deleteOldDeliveries(
        this.#parts.database.single,
        new Date(this.#parts.clock.nowMs() - retentionMs),
        maxDeleted,
      )
    );
  }
}
