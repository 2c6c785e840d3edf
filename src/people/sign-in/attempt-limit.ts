import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { countAttempt, takeBackAttempt } from './attempts.store.ts'

/** Limits failed attempts to guess something, per key. The counts are kept in the database and apply to all nodes. */
export class AttemptLimit {
  readonly #limit: { readonly name: string; readonly max: number; readonly windowMs: number }
  readonly #database: Database
  readonly #clock: Clock

  /** Allows `max` failed attempts in `windowMs` for each key. `name` separates the keys of the limit from others. */
  constructor(
    { database, clock }: { readonly database: Database; readonly clock: Clock },
    limit: { readonly name: string; readonly max: number; readonly windowMs: number },
  ) {
    this.#limit = limit
    this.#database = database
    this.#clock = clock
  }

  /**
   * Counts an attempt before its result is known, so that concurrent attempts cannot exceed the limit. Returns the time
   * until the next attempt is allowed, in seconds; undefined when this attempt is allowed.
   */
  async count(key: string): Promise<number | undefined> {
    const nowMs = this.#clock.nowMs()
    const window = {
      now: new Date(nowMs),
      from: new Date(nowMs - this.#limit.windowMs),
      until: new Date(nowMs + this.#limit.windowMs),
    }
    const { count, since } = await countAttempt(this.#database.single, this.#bucketOf(key), window)
    if (count <= this.#limit.max) return undefined
    return Math.max(1, Math.ceil((Date.parse(since) + this.#limit.windowMs - nowMs) / 1000))
  }

  /** Takes back an attempt that did not fail. */
  takeBack(key: string): Promise<void> {
    return takeBackAttempt(this.#database.single, this.#bucketOf(key))
  }

  #bucketOf(key: string) {
    return sql`(${`${this.#limit.name} ${key}`}::text)`
  }
}
