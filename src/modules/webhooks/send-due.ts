import type { Database } from '../../foundation/db/database.ts'
import type { Job } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { type AttemptDeps, attempt, webhookQueue } from './attempt.ts'
import { claimDue, releaseClaims } from './deliveries.store.ts'

/** Maximum number of requests that this node sends to one webhook at the same time. */
const maxAtOnce = 8
/** Time in ms after which a job ends, so that the jobs of other webhooks can run. */
const turnMs = 30_000
/** Time in ms after which a claim expires. This time is longer than any attempt. */
const claimMs = 10 * 60_000

export interface SendDueDeps extends AttemptDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Time in ms by which a job may start early, because the database counts the delay of a job from the start of the
 * transaction that enqueues the job.
 */
const earlyMs = 500

/**
 * Creates the handler of the queue. The handler sends the due deliveries of one webhook until none is due or `turnMs`
 * has passed. A node runs one such job for a webhook at a time; a second job only makes the first one check again.
 */
export function createSendDue(deps: SendDueDeps) {
  const { database, clock, jobs } = deps
  const running = new Map<string, { looksAgain: boolean }>()

  const claim = (webhook: string, job: string) => {
    const nowMs = clock.nowMs()
    const [dueBy, voidBefore] = [new Date(nowMs + earlyMs), new Date(nowMs - claimMs)]
    const limits = { job, maxCount: maxAtOnce, now: new Date(nowMs), dueBy, voidBefore }
    return claimDue(database.single, webhook, limits)
  }

  return async function sendDue({ id, data: { webhook }, signal }: Job<{ webhook: string }>): Promise<void> {
    // A job that runs again after its node ended still holds claims on deliveries, which no other job may send.
    if (running.has(webhook)) await releaseClaims(database.single, webhook, id)
    const other = running.get(webhook)
    if (other !== undefined) {
      other.looksAgain = true
      return
    }
    const own = { looksAgain: false }
    running.set(webhook, own)
    const startedMs = clock.monotonicMs()
    try {
      do {
        own.looksAgain = false
        for (let due = await claim(webhook, id); due.length > 0; due = await claim(webhook, id)) {
          const sent = await Promise.allSettled(due.map((delivery) => attempt(deps, delivery, id, signal)))
          for (const one of sent) if (one.status === 'rejected') throw one.reason
          if (clock.monotonicMs() - startedMs > turnMs) {
            await database.transaction((tx) => jobs.enqueue(tx, webhookQueue, { webhook }))
            return
          }
        }
      } while (own.looksAgain)
    } finally {
      running.delete(webhook)
    }
  }
}
