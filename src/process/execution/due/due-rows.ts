import { AsyncResource } from 'node:async_hooks'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { claimDue, type TakenRow, untilNextDueMs } from './due.store.ts'

/** Maximum number of rows that a node takes at a time. */
const maxRows = 500
/**
 * Maximum time between two checks for due rows, in milliseconds. Another node may write rows at any time; with the
 * embedded database, this process writes all rows.
 */
const maxSleepMs = { embedded: 30_000, postgres: 1_000 } as const

export interface DueRows {
  /** Starts checking for due rows. */
  start(): void
  /** Checks for due rows at once. */
  wake(): void
  /** Announces a row that is due at this time. */
  expect(dueMs: number): void
  /** Processes all due rows, and the rows that become due by that. Returns whether there were any. */
  settle(): Promise<boolean>
  untilNextMs(): Promise<number | undefined>
  close(): Promise<void>
}

export interface DueRowsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Processes a row. If it throws, the row is processed again later. */
  readonly perform: (row: TakenRow) => Promise<void>
}

/** Creates the loop that processes due rows. */
export function createDueRows({ database, clock, log, perform }: DueRowsDeps): DueRows {
  let isStarted = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let wakesAtMs = Number.POSITIVE_INFINITY
  let round: Promise<boolean> | undefined
  let isAskedAgain = false

  /** Takes and processes rows until no row is due. Returns whether there were any. */
  async function doAll(): Promise<boolean> {
    for (let count = 0; ; count++) {
      const rows = isClosed ? [] : await claimDue(database.single, maxRows)
      if (rows.length === 0) return count > 0
      await Promise.all(
        rows.map((row) =>
          perform(row).catch((error: unknown) => {
            const { instance, id, kind } = row
            log('error', 'processing a due row failed; it is tried again later', { instance, wait: id, kind, error })
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
      } while (isAskedAgain)
      sleep((await untilNextDueMs(database.single)) ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      if (isClosed) return
      log('warn', 'reading the due rows failed', { error })
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
