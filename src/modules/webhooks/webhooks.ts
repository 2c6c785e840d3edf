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
import { createChangeWebhook, missingWebhook, type WebhookChange, type WebhookInput } from './change-webhook.ts'
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
import { webhookById, webhookViews } from './webhooks.store.ts'

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

/** Requests to other systems about changes of elements. All actions are for administrators. */
export interface Webhooks {
  list(): Promise<WebhookView[]>
  /** Returns a webhook. Throws `webhook.not_found`, as every action on a single webhook does. */
  get(id: string): Promise<WebhookView>
  /** Creates a webhook. The secret is returned only here. */
  create(caller: Caller, input: WebhookInput): Promise<{ webhook: WebhookView; secret: string }>
  change(caller: Caller, id: string, change: WebhookChange): Promise<WebhookView>
  remove(caller: Caller, id: string): Promise<void>
  rotate(caller: Caller, id: string, previousHours: number): Promise<{ secret: string; previousUntil: string }>
  /** Sends a test request at once, even to a webhook that is off, and returns its delivery. */
  ping(caller: Caller, id: string): Promise<DeliveryView>
  /** Lists the deliveries of a webhook, newest first. `list` is a list body. */
  deliveries(caller: Caller, id: string, filter: DeliveryFilter, list: unknown): Promise<Page>
  /** Returns a delivery with its attempts. Throws `webhook.delivery_not_found`. */
  delivery(id: string, deliveryId: string): Promise<DeliveryView>
  /** Sends a delivery again, with the same id. Throws `webhook.off`. */
  replay(caller: Caller, id: string, deliveryId: string): Promise<DeliveryView>
  /** Sends the failed deliveries of a period again and returns their number. Throws `webhook.off`. */
  replayFailed(caller: Caller, id: string, period: { from: string; to: string }): Promise<number>
  figures(): Promise<WebhookFigures>
  readonly periodic: readonly PeriodicJob[]
  /** Starts reading events. */
  start(): void
}

export interface WebhooksDeps extends Omit<AttemptDeps, 'secrets' | 'apps' | 'tell'> {
  readonly apps: Pick<Apps, 'elements' | 'events' | 'catalog'>
  readonly notifications: Pick<Notifications, 'tell'>
  readonly jobs: Jobs
  readonly lists: Lists
  readonly log: Log
}

/** Creates the webhooks and registers their queue and their reader of events. */
export async function createWebhooks(given: WebhooksDeps): Promise<Webhooks> {
  const { database, clock, apps, jobs, lists, log } = given
  const { catalog } = apps
  const deps = { ...given, catalog, tell: given.notifications.tell, secrets: createSecrets(database) }
  const changes = createChangeWebhook(deps)
  const now = (): Date => new Date(clock.nowMs())
  // A job fails only when the database fails. Failed requests are recorded as attempts and do not fail the job.
  await jobs.work(webhookQueue, createSendDue(deps), { concurrency, retryLimit: 100_000, retryDelayMaxS: 60 })
  const reader = apps.events.reader({ name: 'webhooks', publishedOnly: true, handle: createDeliverEvents(deps) })
  // The reader has no due times of its own; `settle` reads the events that exist.
  jobs.followClock({ untilNextMs: async () => undefined, settle: () => reader.settle() })

  async function get(id: string): Promise<WebhookView> {
    const [found] = isUuid(id) ? await webhookViews(database.single, id) : []
    if (found === undefined) throw missingWebhook(id)
    return found
  }

  async function stored(id: string): Promise<Webhook> {
    const found = isUuid(id) ? await webhookById(database.single, id) : undefined
    if (found === undefined) throw missingWebhook(id)
    return found
  }

  async function delivery(id: string, deliveryId: string): Promise<DeliveryView> {
    await stored(id)
    const found = isUuid(deliveryId) ? await deliveryById(database.single, id, deliveryId) : undefined
    if (found === undefined) throw webhookDeliveryNotFound(`delivery ${deliveryId.slice(0, 100)} not found`)
    return found
  }

  /** Runs a replay, writes its audit entry, and starts a job that sends the deliveries. The webhook must be on. */
  async function replaying<T>(
    caller: Caller,
    id: string,
    after: (result: T) => object,
    work: (tx: Transaction) => Promise<T>,
  ) {
    if (!(await stored(id)).isOn) throw webhookIsOff('the webhook is switched off; switch it on first')
    return database.transaction(async (tx) => {
      const result = await work(tx)
      await recordAudit(tx, caller, { object: `webhook:${id}`, after: { ...after(result) } })
      await jobs.enqueue(tx, webhookQueue, { webhook: id })
      tx.afterCommit(async () => jobs.nudge(webhookQueue))
      return result
    })
  }

  async function enqueueDue(): Promise<void> {
    for (const webhook of await dueWebhooks(database.reader, now()))
      await database.transaction((tx) => jobs.enqueue(tx, webhookQueue, { webhook }))
    jobs.nudge(webhookQueue)
  }

  async function removeOld(): Promise<void> {
    while (await deleteOldDeliveries(database.single, new Date(clock.nowMs() - retentionMs), maxDeleted));
  }

  return {
    list: () => webhookViews(database.reader),
    get,
    async create(caller, input) {
      const { id, secret } = await changes.create(caller, input)
      return { webhook: await get(id), secret }
    },
    async change(caller, id, change) {
      await changes.change(caller, id, change)
      return get(id)
    },
    remove: changes.remove,
    rotate: changes.rotate,
    async ping(caller, id) {
      await stored(id)
      const [job, deliveryId] = [newId(clock.nowMs()), newId(clock.nowMs())]
      const claimed = await database.transaction(async (tx) => {
        const details = { at: toWireTime(clock.nowMs()), by: caller.userId }
        await recordAudit(tx, caller, { object: `webhook:${id}`, after: { ping: deliveryId } })
        const nothing = { app: null, element: null, application: null }
        return insertClaimed(tx, { webhook: id, id: deliveryId, event: pingEvent, details, ...nothing }, job, now())
      })
      await attempt(deps, claimed, job)
      return delivery(id, deliveryId)
    },
    async deliveries(caller, id, { state, event, since, until }, list) {
      await stored(id)
      const first = since && requestTime(since, 'since')
      const end = until && requestTime(until, 'until')
      const source = deliverySource(
        (d) => sql`${d}.webhook = ${id}
          and ${state === undefined ? sql`true` : sql`${d}.state = ${state}`}
          and ${event === undefined ? sql`true` : sql`${d}.event = ${event}`}
          and ${first ? sql`${d}.created_at >= ${first}` : sql`true`}
          and ${end ? sql`${d}.created_at < ${end}` : sql`true`}`,
      )
      return lists.page(readListRequest(list), source, { callerId: caller.userId, nowMs: clock.nowMs() })
    },
    delivery,
    async replay(caller, id, deliveryId) {
      await delivery(id, deliveryId)
      await replaying(
        caller,
        id,
        () => ({ replayed: deliveryId }),
        (tx) => replayDelivery(tx, id, deliveryId, now()),
      )
      return delivery(id, deliveryId)
    },
    async replayFailed(caller, id, { from, to }) {
      const period = { from: requestTime(from, 'from'), to: requestTime(to, 'to'), now: now() }
      return replaying(
        caller,
        id,
        (replayed) => ({ replayedFailed: replayed, from, to }),
        (tx) => replayFailed(tx, id, period),
      )
    },
    figures: () => webhookFigures(database.reader),
    periodic: [
      { name: 'send due webhooks', everyMs: pollIntervalMs, on: 'one node', run: enqueueDue },
      { name: 'remove old webhook deliveries', everyMs: cleanEveryMs, on: 'one node', run: removeOld },
    ],
    start() {
      reader.start().catch((error) => log('error', 'events do not reach webhooks', { error }))
    },
  }
}
