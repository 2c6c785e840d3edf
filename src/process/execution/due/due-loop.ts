import { AsyncResource } from 'node:async_hooks'
import type { Database, Reader } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Log } from '../../../foundation/kit/log.ts'

/** Time in ms until the next check when rows are still due after a round, because another node is processing them. */
const lockedSleepMs = 20
/** Time in ms until the next check after a failed one. */
const failedSleepMs = 1_000

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

/** A loop that processes due rows, such as timers. */
export class DueLoop {
  readonly #deps: DueLoopDeps
  #isStarted = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #wakesAtMs = Number.POSITIVE_INFINITY
  #round: Promise<boolean> | undefined
  #isAskedAgain = false
  /** Time in ms from the end of the last round until the next row is due; undefined without a row. */
  #nextMs: number | undefined
  // A caller may wake the loop inside a transaction that does not belong to the loop.
  readonly #look = AsyncResource.bind(async (): Promise<void> => {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#wakesAtMs = Number.POSITIVE_INFINITY
    if (this.#round !== undefined) {
      this.#isAskedAgain = true
      return
    }
    try {
      do {
        this.#isAskedAgain = false
        await this.#runRound()
      } while (this.#isAskedAgain && !this.#isClosed)
      this.#sleep(this.#nextMs === undefined ? this.#deps.maxSleepMs : this.#nextMs > 0 ? this.#nextMs : lockedSleepMs)
    } catch (error) {
      if (this.#isClosed) return
      this.#deps.log('warn', this.#deps.failed, { error })
      this.#sleep(failedSleepMs)
    }
  })

  /** Creates the loop. A check that finds nothing due costs one statement. */
  constructor(deps: DueLoopDeps) {
    this.#deps = deps
  }

  /** Starts checking. */
  start(): void {
    this.#isStarted = true
    void this.#look()
  }

  /** Checks at once, or after the present round. Does nothing before `start`. */
  wake(): void {
    if (this.#isStarted) void this.#look()
  }

  /** Announces a row that becomes due at this time. */
  expect(dueMs: number): void {
    this.#sleep(dueMs - this.#deps.clock.nowMs())
  }

  /** Processes all due rows, and the rows that become due meanwhile. Returns whether there were any. */
  async settle(): Promise<boolean> {
    // A round that is already running may have created work for other loops, so its result counts, too.
    const wasBusy = await this.#round
    return (await this.#runRound()) || wasBusy === true
  }

  /** Returns the time until something is due, in milliseconds; undefined when there is nothing. */
  untilNextMs(): Promise<number | undefined> {
    return this.#deps.untilNextMs(this.#deps.database.single)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#round?.catch(() => {})
  }

  async #doAll(): Promise<boolean> {
    for (let wasBusy = false; ; wasBusy = true) {
      this.#nextMs = this.#isClosed ? undefined : await this.untilNextMs()
      if (this.#isClosed || this.#nextMs === undefined || this.#nextMs > 0) return wasBusy
      if (!(await this.#deps.doDue(() => this.#isClosed))) return wasBusy
    }
  }

  #runRound(): Promise<boolean> {
    this.#round ??= this.#doAll().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  #sleep(ms: number): void {
    const delayMs = Math.min(Math.max(ms, 1), this.#deps.maxSleepMs)
    const atMs = this.#deps.clock.monotonicMs() + delayMs
    if (this.#isClosed || !this.#isStarted || atMs >= this.#wakesAtMs) return
    clearTimeout(this.#timer)
    this.#wakesAtMs = atMs
    this.#timer = setTimeout(this.#look, delayMs)
    this.#timer.unref()
  }
}
