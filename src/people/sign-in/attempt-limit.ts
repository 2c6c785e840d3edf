import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { countAttempt, takeBackAttempt } from './attempts.store.ts'

/** Limits failed attempts to guess something, per key. The counts are kept in the database and apply to all nodes. */
export interface AttemptLimit {
  /**
   * Counts an attempt before its result is known, so that concurrent attempts cannot exceed the limit. Returns the time
   * until the next attempt is allowed, in seconds; undefined when this attempt is allowed.
   */
  count(key: string): Promise<number | undefined>
  /** Takes back an attempt that did not fail. */
  takeBack(key: string): Promise<void>
}

/** Creates a limit of `max` failed attempts in `windowMs` for each key. `name` separates the keys of the limit from others. */
export function createAttemptLimit(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { name, max, windowMs }: { readonly name: string; readonly max: number; readonly windowMs: number },
): AttemptLimit {
  const bucketOf = (key: string) => sql`(${`${name} ${key}`}::text)`
  return {
    async count(key) {
      const nowMs = clock.nowMs()
      const window = { now: new Date(nowMs), from: new Date(nowMs - windowMs), until: new Date(nowMs + windowMs) }
      const { count, since } = await countAttempt(database.single, bucketOf(key), window)
      if (count <= max) return undefined
      return Math.max(1, Math.ceil((Date.parse(since) + windowMs - nowMs) / 1000))
    },
    takeBack: (key) => takeBackAttempt(database.single, bucketOf(key)),
  }
}
