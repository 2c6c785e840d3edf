import type { Apps } from '../../data/index.ts'
import { recordAudit, systemActor } from '../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../foundation/db/database.ts'
import type { Jobs } from '../../foundation/jobs/index.ts'
import { type Clock, toWireTime } from '../../foundation/kit/clock.ts'
import type { Outbound } from '../../foundation/outbound/index.ts'
import { activeAdministrators, loadCaller, type Tell } from '../../people/index.ts'
import { type ClaimedDelivery, recordAttempt } from './deliveries.store.ts'
import { type AttemptNote, failingForMs, maxFailureGapMs, retryPausesMs } from './delivery.ts'
import { messageOf } from './message.ts'
import type { Secrets } from './secrets.ts'
import { type Answer, sendRequest } from './send-request.ts'
import { type OffReason, pingEvent, type Webhook } from './webhook.ts'
import { noteFailure, noteSuccess, switchOff, webhookById } from './webhooks.store.ts'

/** Queue of the jobs that send the due deliveries of one webhook. */
export const webhookQueue = 'webhooks'
const keptRequestChars = 10_000

export interface AttemptDeps {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Pick<Apps, 'elements'>
  readonly outbound: Pick<Outbound, 'request'>
  readonly jobs: Pick<Jobs, 'enqueue' | 'nudge'>
  readonly tell: Tell
  readonly secrets: Secrets
}

/** The result of an attempt to send a delivery. */
interface Outcome extends Answer {
  readonly request: string | null
  /** Whether nothing was sent because the user of the webhook cannot see the element. */
  readonly isSkipped: boolean
}

/**
 * Sends a delivery that `job` has claimed, and records the result. Throws only when no result was recorded; a
 * delivery that is no test request is then sent again, with the same id.
 */
export async function attempt(
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  job: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = deps
  const webhook = await webhookById(database.single, delivery.webhook)
  if (webhook === undefined) return
  const at = toWireTime(clock.nowMs())
  const startedMs = clock.monotonicMs()
  const outcome = await send(deps, webhook, delivery, signal)
  const note = {
    at,
    status: outcome.status,
    problem: outcome.problem,
    durationMs: Math.round(clock.monotonicMs() - startedMs),
  }
  await database.transaction((tx) => record(deps, tx, { webhook, delivery, job, outcome, note }))
}

async function send(
  { database, clock, apps, outbound, secrets }: AttemptDeps,
  webhook: Webhook,
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
): Promise<Outcome> {
  const now = new Date(clock.nowMs())
  const caller = await loadCaller(database.reader, webhook.userId, 'webhook', now)
  if (caller === undefined)
    return unsent('the user with whose rights the webhook reads elements is blocked or was deleted')
  const body = await messageOf(apps.elements, caller, webhook, delivery)
  if (body === undefined)
    return { ...unsent('the user of the webhook cannot see the element; nothing was sent'), isSkipped: true }
  const request = { id: delivery.id, timestamp: Math.floor(now.getTime() / 1000), body }
  const valid = await secrets.validOf(webhook, now)
  const answer = await sendRequest(webhook.url, request, { outbound, secrets: valid, ...(signal && { signal }) })
  return { ...answer, request: body.slice(0, keptRequestChars).toWellFormed(), isSkipped: false }
}

const unsent = (problem: string): Outcome => ({
  ...{ status: null, problem, response: null },
  request: null,
  isSkipped: false,
})

interface Recorded {
  readonly webhook: Webhook
  readonly delivery: ClaimedDelivery
  readonly job: string
  readonly outcome: Outcome
  readonly note: AttemptNote
}

async function record(deps: AttemptDeps, tx: Transaction, recorded: Recorded): Promise<void> {
  const { webhook, delivery, job, outcome, note } = recorded
  const now = new Date(deps.clock.nowMs())
  const isDone = outcome.problem === null
  const isPing = delivery.event === pingEvent
  const pauseMs = isDone || outcome.isSkipped || isPing ? undefined : retryPausesMs[delivery.tries]
  const nextAttemptAt = pauseMs === undefined ? null : new Date(now.getTime() + pauseMs)
  const ended = isDone ? 'delivered' : outcome.isSkipped ? 'skipped' : 'failed'
  const { request, response } = outcome
  const result = { state: nextAttemptAt ? 'pending' : ended, nextAttemptAt, note, request, response, now } as const
  if (!(await recordAttempt(tx, delivery, job, result)) || isPing || outcome.isSkipped) return
  if (isDone) return noteSuccess(tx, webhook.id)
  const since = await noteFailure(tx, webhook.id, { now, maxGapMs: maxFailureGapMs })
  if (since === undefined) return
  if (outcome.status === 410) return turnOff(deps, tx, webhook.id, { reason: 'gone', since, now })
  if (now.getTime() - since.getTime() >= failingForMs)
    return turnOff(deps, tx, webhook.id, { reason: 'failing', since, now })
  if (nextAttemptAt) await deps.jobs.enqueue(tx, webhookQueue, { webhook: webhook.id }, { startAfter: nextAttemptAt })
}

/**
 * Switches a webhook off and notifies the administrators. Waiting deliveries are not sent until the webhook is
 * switched on.
 */
async function turnOff(
  { tell }: AttemptDeps,
  tx: Transaction,
  id: string,
  { reason, since, now }: { readonly reason: OffReason; readonly since: Date; readonly now: Date },
): Promise<void> {
  const name = await switchOff(tx, id, reason, now)
  if (name === undefined) return
  await recordAudit(tx, systemActor, {
    object: `webhook:${id}`,
    before: { isOn: true, offReason: null },
    after: { isOn: false, offReason: reason },
  })
  await tell(tx, [
    {
      key: `webhook:${id}:off:${now.toISOString()}`,
      event: 'webhook.off',
      to: await activeAdministrators(tx),
      about: { type: 'webhook', id },
      details: { subject: name, reason, since: since.toISOString() },
    },
  ])
}
