import type { SystemFacts } from '../api/operation.ts'
import type { Files } from '../files/index.ts'
import { type Config, shownSettings } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { databaseSize } from '../foundation/db/size.store.ts'
import { type Clock, systemClock, toWireTime } from '../foundation/kit/clock.ts'
import type { Caller } from '../people/index.ts'

export interface SystemDeps {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly files: Pick<Files, 'usage'>
}

/** Creates the function that describes the running server to an administrator. The uptime is counted from this call. */
export function createSystem({ config, database, clock, files }: SystemDeps) {
  const startedAt = toWireTime(clock.nowMs())
  // The uptime needs the monotonic clock of the system, because tests and the sample move the clock of the platform.
  const beganMs = systemClock.monotonicMs()
  return async (caller: Caller): Promise<SystemFacts> => {
    const { all = { bytes: 0, quota: null } } = await files.usage(caller)
    return {
      startedAt,
      uptimeMs: Math.floor(systemClock.monotonicMs() - beganMs),
      nodeVersion: process.version,
      memoryBytes: process.memoryUsage().rss,
      database: { kind: database.kind, ...(await databaseSize(database.reader)) },
      files: { ...all, store: config.s3 === undefined ? 'folder' : 's3' },
      settings: shownSettings(config),
    }
  }
}
