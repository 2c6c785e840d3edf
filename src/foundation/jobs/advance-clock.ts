import { moveDatabaseClock } from '../db/clock.store.ts'
import type { Database } from '../db/database.ts'
import type { MovableClock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { bringForward, untilNextJobMs } from './jobs.store.ts'
import { type PeriodicJobs, periodicPrefix } from './periodic-jobs.ts'
import type { Queues } from './queues.ts'

/**
 * Maximum number of stops of one advance. A job that enqueues the next one every second would need 86,400 for a day.
 */
const maxStops = 1_000
/** Real time in ms that one stop waits for jobs, so that a job without end does not block the request forever. */
const maxWaitMs = 60_000

/** A part of the program with due rows of its own, such as timers, which it processes without a job. */
export interface ClockFollower {
  /** Returns the time in ms until something is due, not positive when it is due already; undefined for never. */
  untilNextMs(): Promise<number | undefined>
  /** Processes what is due at the time of the clock. Returns whether anything was due. */
  settle(): Promise<boolean>
}

export interface AdvanceClockDeps {
  readonly clock: MovableClock
  readonly database: Database
  readonly queues: Queues
  readonly periodic: PeriodicJobs
  readonly followers: readonly ClockFollower[]
  readonly log: Log
}

/**
 * Returns a function that moves the clock forward and runs everything that is due by then. The clock stops at each
 * time at which a queued job or a follower has something to do, at most 1,000 times; at each stop, and at the end,
 * every periodic job that is due runs once. So a job that enqueues the next one runs as often as it would have in
 * real time, and a periodic job does not run a thousand times when the clock moves by a month. Resolves when all
 * these runs have ended; jobs that take more than a minute are no longer waited for. Concurrent calls run one after
 * the other.
 */
export function createAdvanceClock({ clock, database, queues, periodic, followers, log }: AdvanceClockDeps) {
  let last: Promise<void> = Promise.resolve()

  async function runAllDue(): Promise<void> {
    await periodic.runDue()
    // Jobs give followers work, and followers give jobs work.
    for (let round = 0; round < maxStops; round++) {
      if (!(await queues.settle(maxWaitMs))) log('warn', 'the clock was advanced while jobs were still running')
      const wereBusy = await Promise.all(followers.map((follower) => follower.settle()))
      if (!wereBusy.includes(true)) return
    }
  }

  /**
   * Returns the time in ms, at least 1, until a follower or a job that is not periodic has something to do; undefined
   * for never.
   */
  async function untilNextMs(): Promise<number | undefined> {
    const names = queues.names().filter((name) => !name.startsWith(periodicPrefix))
    const times = await Promise.all([
      untilNextJobMs(database.single, names),
      ...followers.map((follower) => follower.untilNextMs()),
    ])
    const known = times.filter((ms) => ms !== undefined)
    return known.length === 0 ? undefined : Math.max(Math.ceil(Math.min(...known)), 1)
  }

  async function advance(byMs: number): Promise<void> {
    await runAllDue()
    let leftMs = byMs
    for (let stop = 1; leftMs > 0; stop++) {
      const nextMs = stop < maxStops ? await untilNextMs() : undefined
      const stepMs = Math.min(leftMs, nextMs ?? leftMs)
      clock.advance(stepMs)
      await moveDatabaseClock(database.single, clock.aheadMs())
      await bringForward(database.single, stepMs)
      leftMs -= stepMs
      await runAllDue()
    }
  }

  return (byMs: number): Promise<void> => {
    const own = last.then(() => advance(byMs))
    last = own.catch(() => {})
    return own
  }
}
