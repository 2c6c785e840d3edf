/// <reference lib="esnext.temporal" />
import type { Database } from '../db/database.ts'
import type { PeriodicJob } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import { isMadeSince, surplusBackups } from './backups.store.ts'

export interface BackupSchedule {
  /** Time of day in the time zone of the installation, such as `02:30`. */
  readonly at: string
  /** Number of archives of the schedule that are kept. */
  readonly keep: number
  readonly timeZone: string
}

const everyMs = 60_000

/** Returns the job that makes a backup each day and removes the backups of the schedule that are not kept. */
export function backupEveryNight(
  { at, keep, timeZone }: BackupSchedule,
  deps: {
    readonly database: Database
    readonly clock: Clock
    readonly make: () => Promise<unknown>
    readonly remove: (id: string) => Promise<unknown>
  },
): PeriodicJob {
  const { database, clock, make, remove } = deps
  return {
    name: 'make the nightly backup',
    everyMs,
    on: 'one node',
    async run() {
      const due = new Date(lastTime(at, timeZone, clock.nowMs()))
      if (!(await isMadeSince(database.reader, due))) await make()
      for (const id of await surplusBackups(database.reader, keep)) await remove(id)
    },
  }
}

/** Returns the last moment, in ms since 1970, at which clocks of the time zone have shown a time of day. */
export function lastTime(at: string, timeZone: string, nowMs: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone)
  const today = now.withPlainTime(at)
  const last = Temporal.ZonedDateTime.compare(today, now) <= 0 ? today : today.subtract({ days: 1 })
  return last.epochMilliseconds
}
