import { type Clock, systemClock } from '../clock.ts'

export interface IntervalOptions {
  readonly everyMs: number
  /** Delay before the first run in ms; defaults to `everyMs`. */
  readonly firstAfterMs?: number
  /** The work of one run. The signal is aborted when the interval is stopped. */
  readonly run: (signal: AbortSignal) => Promise<unknown> | unknown
  /** Called with the error of a failed run; the next run takes place as usual. */
  readonly onError: (error: unknown) => void
  readonly clock?: Clock
}

export interface Interval {
  /** Runs now if the next run is due at the time of the clock. Resolves when no run is in progress. */
  runDue(): Promise<void>
  /** Ends the interval: aborts the signal of a run that is going on, and waits for that run. */
  stop(): Promise<void>
}

/** The longest delay that Node's timers accept. */
const maxDelayMs = 2 ** 31 - 1

/**
 * Runs something at regular intervals, measured from start to start. Runs never overlap: a run that takes longer than
 * the interval delays the next one. The interval does not keep the process alive.
 */
export function startInterval(options: IntervalOptions): Interval {
  const { everyMs, firstAfterMs = everyMs, run, onError, clock = systemClock } = options
  let isStopped = false
  let current = new AbortController()
  let dueMs = clock.monotonicMs() + firstAfterMs
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  function arm(): void {
    if (isStopped) return
    const delayMs = Math.min(Math.max(dueMs - clock.monotonicMs(), 1), maxDelayMs)
    timer = setTimeout(() => void startIfDue(), delayMs).unref()
  }

  async function startIfDue(): Promise<void> {
    if (running !== undefined) return running
    clearTimeout(timer)
    if (clock.monotonicMs() < dueMs) return arm()
    dueMs = clock.monotonicMs() + everyMs
    running = runOnce().finally(() => {
      running = undefined
      arm()
    })
    return running
  }

  async function runOnce(): Promise<void> {
    try {
      // Each run has a signal of its own, so that listeners of past runs are garbage-collected.
      current = new AbortController()
      await run(current.signal)
    } catch (error) {
      if (!isStopped) onError(error)
    }
  }

  arm()
  return {
    async runDue() {
      if (running !== undefined) await running
      if (!isStopped) await startIfDue()
    },
    async stop() {
      isStopped = true
      current.abort(new Error('this node is stopping'))
      clearTimeout(timer)
      await running
    },
  }
}
