import { AsyncResource } from 'node:async_hooks'
import type { Database } from '../../foundation/db/database.ts'
import type { Log } from '../../foundation/kit/log.ts'

/** Maximum time between two checks, in milliseconds. Another node may write due rows. */
const maxSleepMs = 1_000
/** How long it sleeps at least, in ms: what is still due after a round is being done by another node. */
const lockedSleepMs = 20

/** A loop that processes due rows one at a time. */
export interface DueLoop {
  start(): void
  /** Checks for due rows at once. */
  wake(): void
  /** Processes all due rows. Returns whether there were any. */
  settle(): Promise<boolean>
  /** Returns the time until a row is due, in milliseconds; undefined when there is none. */
  untilNextMs(): Promise<number | undefined>
  close(): Promise<void>
}

export interface DueLoopDeps {
  readonly log: Log
  readonly database: Database
  /** Functions that each process one due row in a separate transaction and return whether there was one. */
  readonly steps: readonly (() => Promise<boolean>)[]
  readonly untilNextMs: (reader: Database['single']) => Promise<number | undefined>
}

export function createDueLoop({ log, database, steps, untilNextMs }: DueLoopDeps): DueLoop {
  let isStarted = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<boolean> | undefined
  let isAskedAgain = false
  /** The time until something was due at the end of the last round. */
  let nextMs: number | undefined

  /** Does what is due. A round without anything due costs one statement. */
  async function doAll(): Promise<boolean> {
    for (let wasBusy = false; ; wasBusy = true) {
      nextMs = await untilNextMs(database.single)
      if (isClosed || nextMs === undefined || nextMs > 0) return wasBusy
      let found = false
      for (const step of steps) while (!isClosed && (await step())) found = true
      if (!found) return wasBusy
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
    clearTimeout(timer)
    if (isClosed) return
    if (round !== undefined) {
      isAskedAgain = true
      return
    }
    let sleepMs = maxSleepMs
    try {
      do {
        isAskedAgain = false
        await runRound()
      } while (isAskedAgain && !isClosed)
      if (isClosed) return
      sleepMs = Math.min(Math.max(nextMs ?? maxSleepMs, lockedSleepMs), maxSleepMs)
    } catch (error) {
      if (!isClosed) log('warn', 'starting due processes failed; the start is tried again', { error })
    }
    if (isClosed) return
    timer = setTimeout(look, sleepMs)
    timer.unref()
  })

  return {
    start() {
      isStarted = true
      void look()
    },
    wake() {
      if (isStarted) void look()
    },
    async settle() {
      await round
      return runRound()
    },
    untilNextMs: () => untilNextMs(database.single),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round?.catch(() => {})
    },
  }
}
