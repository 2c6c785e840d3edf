import type { Config } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { createDatabaseClock } from '../foundation/db/database-clock.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import { type Clock, createMovableClock, type MovableClock, systemClock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'

const followEveryMs = 10_000

export interface PlatformClock {
  readonly clock: Clock | MovableClock
  readonly periodic: readonly PeriodicJob[]
}

/**
 * Creates the clock of the platform: the clock of the machine, which the embedded database shares, or one that follows
 * the PostgreSQL server. With `TEST_CLOCK=1`, the clock can be moved.
 */
export async function createPlatformClock(
  { testClock }: Pick<Config, 'testClock'>,
  { kind, reader }: Pick<Database, 'kind' | 'reader'>,
  log: Log,
): Promise<PlatformClock> {
  if (testClock) return { clock: createMovableClock(), periodic: [] }
  if (kind !== 'postgres') return { clock: systemClock, periodic: [] }
  const clock = createDatabaseClock(reader, log)
  await clock.follow()
  const follow = { name: 'follow the clock of the database', everyMs: followEveryMs, on: 'every node' } as const
  return { clock, periodic: [{ ...follow, run: clock.follow }] }
}
