import { type Clock, systemClock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { databaseMs } from './clock.store.ts'
import type { Reader } from './database.ts'

/** Differences between two clocks up to this are normal, in ms. */
const toleratedMs = 1_000

/** A clock that shows the time of the database server. */
export interface DatabaseClock extends Clock {
  /** Compares the clock of this machine with that of the database server. Called at the start and at intervals. */
  follow(): Promise<void>
}

/**
 * Creates a clock that shows the time of this machine while it agrees with the database server, and the time of the
 * server where the two differ by more than a second. Timers are computed by nodes and become due by the time of the
 * server, so a node whose clock is wrong would let them fire early or late. A clock that is set while the node runs is
 * noticed at once, because the monotonic time does not jump.
 */
export function createDatabaseClock(reader: Reader, log: Log, machine: Clock = systemClock): DatabaseClock {
  let aheadMs = 0
  let base = { wallMs: machine.nowMs(), monotonicMs: machine.monotonicMs() }

  /** Returns the time of this machine, as if nobody had set its clock since the last comparison. */
  function steadyMs(): number {
    const [wallMs, expectedMs] = [machine.nowMs(), base.wallMs + machine.monotonicMs() - base.monotonicMs]
    return Math.abs(wallMs - expectedMs) > toleratedMs ? expectedMs : wallMs
  }

  return {
    // Ids contain the time in whole milliseconds.
    nowMs: () => Math.round(steadyMs() + aheadMs),
    monotonicMs: machine.monotonicMs,
    async follow() {
      const sentMs = machine.monotonicMs()
      const ms = await databaseMs(reader)
      const [wallMs, monotonicMs] = [machine.nowMs(), machine.monotonicMs()]
      // The server read its clock at some moment between the request and the answer.
      const differenceMs = ms + (monotonicMs - sentMs) / 2 - wallMs
      const isNormal = Math.abs(differenceMs) <= toleratedMs + (monotonicMs - sentMs) / 2
      if (isNormal !== (aheadMs === 0)) {
        const sentence = isNormal
          ? 'the clock of this machine agrees with the database server again'
          : 'the clock of this machine is wrong; the time of the database server is used'
        log('warn', sentence, { differenceMs: Math.round(differenceMs) })
      }
      base = { wallMs, monotonicMs }
      aheadMs = isNormal ? 0 : differenceMs
    },
  }
}
