import { AsyncResource } from 'node:async_hooks'
import type { Database, Reader } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Log } from '../../../foundation/kit/log.ts'

/** Time in ms until the next check when rows are still due after a round, because another node is processing them. */
const lockedSleepMs = 20
/** Time in ms until the next check after a failed one. */
const failedSleepMs = 1_000

/** A loop that processes due rows, such as timers. */
export interface DueLoop {
  /** Starts checking. */
  start(): void
  /** Checks at once. */
  wake(): void
  /** Announces a row that becomes due at this time. */
  expect(dueMs: number): void
  /** Processes all due rows, and the rows that become due meanwhile. Returns whether there were any. */
  settle(): Promise<boolean>
  /** Returns the time until something is due, in milliseconds; undefined when there is nothing. */
  untilNextMs(): Promise<number | undefined>
  close(): Promise<void>
}

export interface DueLoopDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Returns the time until something is due, in milliseconds; undefined when there is nothing. */
  readonly untilNextMs: (reader: Reader) => Promise<number | undefined>
  /** Processes some of the due rows. Returns false when there were none or another node is processing them. */
  readonly doDue: (isClosed: () => boolean) => Promise<boolean>
  /** Maximum time between two checks. Another node may write due rows at any time. */
  readonly maxSleepMs: number
  /** Log message about a failed round. */
  readonly failed: string
}

/** Creates the loop. A check that finds nothing due costs one statement. */
export function createDueLoop(deps: DueLoopDeps): DueLoop {
  const { database, clock, log, maxSleepMs } = deps
  const untilNextMs = () => deps.untilNextMs(database.single)
  let isStarted = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let wakesAtMs = Number.POSITIVE_INFINITY
  let round: Promise<boolean> | undefined
  let isAskedAgain = false
  /** The time until something was due at the end of the last round. */
  let nextMs: number | undefined

  async function doAll(): Promise<boolean> {
    for (let wasBusy = false; ; wasBusy = true) {
      nextMs = isClosed ? undefined : await untilNextMs()
      if (isClosed || nextMs === undefined || nextMs > 0) return wasBusy
      if (!(await deps.doDue(() => isClosed))) return wasBusy
    }
  }

  function runRound(): Promise<boolean> {
    round ??= doAll().finally(() => {
      round = undefined
    })
    return round
  }

  // A caller may wake the loop inside a transaction that does not belong to the loop.
  const look = AsyncResource.bind(async (): Promise<void> => {
    if (isClosed) return
    clearTimeout(timer)
    wakesAtMs = Number.POSITIVE_INFINITY
    if (round !== undefined) {
      isAskedAgain = true
      return
    }
    try {
      do {
        isAskedAgain = false
        await runRound()
      } while (isAskedAgain && !isClosed)
      sleep(nextMs === undefined ? maxSleepMs : nextMs > 0 ? nextMs : lockedSleepMs)
    } catch (error) {
      if (isClosed) return
      log('warn', deps.failed, { error })
      sleep(failedSleepMs)
    }
  })

  function sleep(ms: number): void {
    const delayMs = Math.min(Math.max(ms, 1), maxSleepMs)
    const atMs = clock.monotonicMs() + delayMs
    if (isClosed || !isStarted || atMs >= wakesAtMs) return
    clearTimeout(timer)
    wakesAtMs = atMs
    timer = setTimeout(look, delayMs)
    timer.unref()
  }

  return {
    start() {
      isStarted = true
      void look()
    },
    wake() {
      if (isStarted) void look()
    },
    expect(dueMs) {
      sleep(dueMs - clock.nowMs())
    },
    async settle() {
      // A round that is already running may have created work for other loops, so its result counts, too.
      const wasBusy = await round
      return (await runRound()) || wasBusy === true
    },
    untilNextMs,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round?.catch(() => {})
    },
  }
}
