import { AsyncResource } from 'node:async_hooks'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { claimDue, type TakenRow, untilNextDueMs } from './due.store.ts'

/** Maximum number of rows that a node takes at a time. */
const maxRows = 500
/**
 * How long a node sleeps at most, in ms. Another node may write rows at any time; of the embedded database this process
 * knows all rows.
 */
const maxSleepMs = { embedded: 30_000, postgres: 1_000 } as const

export interface DueRows {
  /** Begins to look for due rows. */
  start(): void
  /** Looks for due rows at once. */
  wake(): void
  /** Tells that a row was written that is due at this time. */
  expect(dueMs: number): void
  /** Does all rows that are due, and what becomes due by that. Returns whether there were some. */
  settle(): Promise<boolean>
  untilNextMs(): Promise<number | undefined>
  close(): Promise<void>
}

export interface DueRowsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Does a row. The row is done again later when this fails. */
  readonly perform: (row: TakenRow) => Promise<void>
}

/** Creates the loop that does what is due. */
export function createDueRows({ database, clock, log, perform }: DueRowsDeps): DueRows {
  let isStarted = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let wakesAtMs = Number.POSITIVE_INFINITY
  let round: Promise<boolean> | undefined
  let isAskedAgain = false

  /** Takes and does rows until none is due. Returns whether there were some. */
  async function doAll(): Promise<boolean> {
    for (let count = 0; ; count++) {
      const rows = isClosed ? [] : await claimDue(database.single, maxRows)
      if (rows.length === 0) return count > 0
      await Promise.all(
        rows.map((row) =>
          perform(row).catch((error: unknown) => {
            const { instance, id, kind } = row
            log('error', 'a due wait failed; it is tried again later', { instance, wait: id, kind, error })
          }),
        ),
      )
    }
  }

  function runRound(): Promise<boolean> {
    round ??= doAll().finally(() => {
      round = undefined
    })
    return round
  }

  // A caller may wake the loop inside its transaction, which is not the loop's.
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
      } while (isAskedAgain)
      sleep((await untilNextDueMs(database.single)) ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      if (isClosed) return
      log('warn', 'looking for due waits failed', { error })
      sleep(maxSleepMs.postgres)
    }
  })

  function sleep(ms: number): void {
    const delayMs = Math.min(Math.max(ms, 1), maxSleepMs[database.kind])
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
      await round
      return runRound()
    },
    untilNextMs: () => untilNextDueMs(database.single),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round?.catch(() => {})
    },
  }
}
