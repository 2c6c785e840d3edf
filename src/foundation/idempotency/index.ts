// Idempotency: a write with an Idempotency-Key is carried out once, however often it is sent.
import type { Database } from '../db/database.ts'
import { keyReused, resultGone } from '../http/errors.ts'
import type { Clock } from '../kit/clock.ts'
import { PlatformError } from '../kit/errors.ts'
import type { PeriodicJob } from '../kit/time/periodic-job.ts'
import { findKey, forgetKeys, type KeptKey } from './keys.store.ts'
import { createOnce, type Once, type OnceOptions } from './once.ts'

export { keepKey, keyOf } from './keys.store.ts'
export type { Once } from './once.ts'

const retentionMs = 24 * 60 * 60_000
const sweepEveryMs = 10 * 60_000

export interface Idempotency {
  /**
   * Carries a request out, or answers it as a repeat. Throws a 409 when its key belongs to a different request, or
   * when the caller can no longer see the result.
   */
  run<Result>(request: Omit<OnceOptions, 'at'>, steps: Steps<Result>): Promise<Result>
  /** Removes keys that are older than a day. */
  sweep(): Promise<void>
  readonly periodic: readonly PeriodicJob[]
}

interface Steps<Result> {
  /** Carries the request out. Its write has to store `once`. */
  first(once: Once): Promise<Result>
  /** Reads what the first request created or changed, with the caller's present rights. */
  again(object: string): Promise<Result>
  /** Reads a body that is a stream and returns what distinguishes it from other bodies; absent for other bodies. */
  content?: (() => Promise<readonly string[]>) | undefined
}

export function createIdempotency({ database, clock }: { database: Database; clock: Clock }): Idempotency {
  async function run<Result>(request: Omit<OnceOptions, 'at'>, { first, again, content }: Steps<Result>) {
    const once = createOnce({ ...request, at: new Date(clock.nowMs()) })
    const answer = async ({ fingerprint, object }: KeptKey): Promise<Result> => {
      if (content !== undefined && !once.isWhole) once.include(...(await content()))
      if (!fingerprint.equals(once.fingerprint()))
        throw keyReused('this Idempotency-Key was used for another request; send a new key with a new request')
      return again(object).catch((error) => {
        throw isHidden(error) ? resultGone(doneBefore, {}, { cause: error }) : error
      })
    }
    const before = await findKey(database.single, once.id)
    if (before !== undefined) return answer(before)
    try {
      return await first(once)
    } catch (error) {
      // The same request may have been carried out meanwhile and caused the failure.
      const other = isServerTrouble(error) ? undefined : await findKey(database.single, once.id)
      if (other === undefined || (content !== undefined && !once.isWhole)) throw error
      return answer(other)
    }
  }

  const sweep = (): Promise<void> => forgetKeys(database.single, new Date(clock.nowMs() - retentionMs))
  return {
    run,
    sweep,
    periodic: [
      { name: 'remove old idempotency keys', firstAfterMs: 0, everyMs: sweepEveryMs, on: 'one node', run: sweep },
    ],
  }
}

const doneBefore =
  'the first request with this Idempotency-Key was carried out; its result was deleted, or you can no longer see it'

/** Returns whether an error means that an object does not exist or that the caller may not read it. */
function isHidden(error: unknown): boolean {
  return error instanceof PlatformError && (error.status === 404 || error.status === 403)
}

function isServerTrouble(error: unknown): boolean {
  return error instanceof PlatformError && error.status >= 500
}
