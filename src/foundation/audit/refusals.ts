import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import { newId, nilId } from '../kit/ids.ts'
import type { Log } from '../kit/log.ts'
import type { Actor } from './actor.ts'
import { insertEntry } from './insert-entry.store.ts'

/**
 * Maximum number of recorded refusals per user, node and minute, so that a client that retries forever does not fill
 * the disk.
 */
const maxPerMinute = 30
const minuteMs = 60_000
const maxUsers = 10_000
const maxPathLength = 500

export interface Refusal {
  /** Error code of the refusal, such as `auth.not_allowed`. */
  readonly code: string
  /** Path of the request without the query string. */
  readonly path: string
}

export interface Refusals {
  /** Returns at once. The row is written afterwards, and is lost when the database is unavailable. */
  note(actor: Actor, refusal: Refusal): void
  /** Waits for the rows that are being written. */
  close(): Promise<void>
}

interface Minute {
  readonly untilMs: number
  left: number
  unwritten: number
}

export function createRefusals(deps: { database: Database; clock: Clock; log: Log }): Refusals {
  const { database, clock, log } = deps
  const minutes = new Map<string, Minute>()
  const writing = new Set<Promise<void>>()

  function minuteOf(key: string): Minute {
    const nowMs = clock.monotonicMs()
    const present = minutes.get(key)
    if (present !== undefined && present.untilMs > nowMs) return present
    if (minutes.size >= maxUsers) minutes.clear()
    const fresh = { untilMs: nowMs + minuteMs, left: maxPerMinute, unwritten: present?.unwritten ?? 0 }
    minutes.set(key, fresh)
    return fresh
  }

  return {
    note(actor, { code, path }) {
      // Requests without a user share one id, so they are limited by operation: failed links must not push failed
      // sign-ins out of the audit log.
      const minute = minuteOf(actor.userId === nilId ? `${nilId} ${actor.operation}` : actor.userId)
      if (minute.left === 0) {
        minute.unwritten++
        return
      }
      minute.left--
      const after = minute.unwritten === 0 ? null : { unwritten: minute.unwritten }
      minute.unwritten = 0
      const entry = { id: newId(), object: `path:${path.slice(0, maxPathLength)}`, before: null, after, code }
      const written = insertEntry(database.single, actor, entry)
        .catch((error: unknown) => log('warn', 'recording a refusal in the audit log failed', { error }))
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    async close() {
      await Promise.all(writing)
    },
  }
}
