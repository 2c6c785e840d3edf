import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { AttemptLimit } from '../../../people/index.ts'
import { tooManyMisses } from '../errors.ts'

/** Maximum number of messages with a correlation key that reach nothing, for each user and period. */
export const maxMisses = 300
/** Length of the period in milliseconds. */
const windowMs = 15 * 60_000

/** Limits messages that reach nothing, so that nobody can find the correlation keys of others by trying them. */
export interface MissLimit {
  /** Runs `send`. Throws `message.too_many_misses` when too many messages of the user have reached nothing. */
  limit<T extends { readonly reached: number }>(userId: string, send: () => Promise<T>): Promise<T>
}

export function createMissLimit(deps: { readonly database: Database; readonly clock: Clock }): MissLimit {
  const attempts = new AttemptLimit(deps, { name: 'message', max: maxMisses, windowMs })
  return {
    async limit(userId, send) {
      const retryAfterS = await attempts.count(userId)
      if (retryAfterS !== undefined)
        throw tooManyMisses('too many messages had correlation keys that no process waits for; try again later', {
          retryAfterS,
        })
      let isMiss = false
      try {
        const sent = await send()
        isMiss = sent.reached === 0
        return sent
      } finally {
        if (!isMiss) await attempts.takeBack(userId)
      }
    },
  }
}
