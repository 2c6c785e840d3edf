import { AsyncResource } from 'node:async_hooks'
import type { Database } from '../../foundation/db/database.ts'
import type { Log } from '../../foundation/kit/log.ts'

/** How long a node sleeps at most, in ms: another node may write what is due. */
const maxSleepMs = 1_000
/** How long it sleeps at least, in ms: what is still due after a round is being done by another node. */
const lockedSleepMs = 20

/** A loop that does what is due, one thing at a time. */
export interface DueLoop {
  start(): void
  /** Looks for what is due at once. */
  wake(): void
  /** Does everything that is due. Returns whether there was something. */
  settle(): Promise<boolean>
  /** Returns the time in ms until something is due; undefined for never. */
  untilNextMs(): Promise<number | undefined>
  close(): Promise<void>
}

export interface DueLoopDeps {
  readonly log: Log
  readonly database: Database
  /** Each does one thing that is due in a transaction of its own, and returns whether there was one. */
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

  // A caller may wake the loop inside a transaction, which is not the loop's.
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
      if (!isClosed) log('warn', 'starting due processes failed; it is tried again', { error })
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
