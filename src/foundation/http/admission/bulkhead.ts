import { createFairQueue } from './fair-queue.ts'

export interface BulkheadLimits {
  /** Maximum number of requests that run at the same time. */
  readonly running: number
  /** Maximum number of one caller's requests that run at the same time. */
  readonly runningOfCaller: number
  /** Maximum number of requests that wait. */
  readonly waiting: number
  /**
   * Wait in ms to which an overloaded bulkhead limits its queue: it admits only as many requests as it serves within
   * this time, which keeps it busy. A longer queue would only make all requests slower.
   */
  readonly targetWaitMs: number
  /** Maximum wait in ms in an overloaded bulkhead, for requests that turn out to wait longer than the target. */
  readonly maxWaitMs: number
  /** Maximum wait in ms in a short burst. */
  readonly maxBurstWaitMs: number
  /**
   * Time in ms for which a queue that is never empty counts as a burst. Afterwards the bulkhead is overloaded while
   * more requests arrive than it serves.
   */
  readonly burstMs: number
}

/** The reason why a request was refused. */
export type Refusal = 'queue full' | 'waited too long' | 'client gone'

export interface BulkheadState {
  readonly running: number
  readonly waiting: number
  readonly refused: Readonly<Record<Refusal, number>>
}

/** Requests of one cost class: a limited number run, and a limited number wait for a limited time. */
export interface Bulkhead {
  /**
   * Returns the error for a request that would be refused now; undefined if `enter` may accept it. The check is cheap,
   * so that an overloaded server spends its time on the requests that it accepts.
   */
  refusal(caller: string): Error | undefined
  /**
   * Resolves with a function that gives the place back, as soon as the request may run. Rejects with the error of
   * `refuse` when it may not. `onGone` receives a function to call when the client has ended the connection.
   */
  enter(caller: string, onGone: (leave: () => void) => void): Promise<() => void>
  state(): BulkheadState
}

interface Entry {
  readonly caller: string
  readonly start: () => void
  readonly reject: (error: Error) => void
  readonly beganMs: number
}

const paceWindowMs = 500
/**
 * Waiting requests for each running one that a bulkhead always accepts, so that a client with some dozens of
 * connections is not refused when the machine is slow.
 */
const leastQueue = 2
/** Interval in ms at which waiting requests are checked. One timer for all costs less than one for each. */
const checkEveryMs = 50

/** Measures how many requests end per millisecond, over windows of half a second. */
function createPace(nowMs: () => number) {
  let beganMs = nowMs()
  let [ended, latest] = [0, Number.POSITIVE_INFINITY]
  return {
    count: () => void ended++,
    perMs(): number {
      const elapsedMs = nowMs() - beganMs
      if (elapsedMs < paceWindowMs) return latest
      latest = ended / elapsedMs
      ended = 0
      beganMs = nowMs()
      return latest
    },
  }
}

export interface BulkheadDeps {
  readonly limits: BulkheadLimits
  /** Returns the error for a request that gets no place. */
  readonly refuse: (why: Refusal) => Error
  readonly nowMs?: () => number
}

export function createBulkhead({ limits, refuse, nowMs = () => performance.now() }: BulkheadDeps): Bulkhead {
  const queue = createFairQueue<Entry>()
  const runningOf = new Map<string, number>()
  const refused = { 'queue full': 0, 'waited too long': 0, 'client gone': 0 }
  const pace = createPace(nowMs)
  let running = 0
  let lastEmptyMs = nowMs()
  /** When the queue was last too long for a request that arrived. */
  let lastFullMs = Number.NEGATIVE_INFINITY
  let isChecking = false

  const mayRun = (caller: string): boolean => (runningOf.get(caller) ?? 0) < limits.runningOfCaller
  const reject = (entry: Entry, why: Refusal): void => {
    refused[why]++
    entry.reject(refuse(why))
  }
  const occupy = (caller: string): (() => void) => {
    running++
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      running--
      pace.count()
      const left = runningOf.get(caller)! - 1
      if (left === 0) runningOf.delete(caller)
      else runningOf.set(caller, left)
      startNext()
    }
  }
  function startNext(): void {
    while (running < limits.running) {
      const entry = queue.take(mayRun)
      if (entry === undefined) return
      entry.start()
    }
  }

  const isStanding = (): boolean => nowMs() - lastEmptyMs >= limits.burstMs
  const isOverloaded = (): boolean => isStanding() && nowMs() - lastFullMs < limits.burstMs
  /** Whether a request that joins the queue now would not get its turn in time. */
  const isFull = (): boolean => {
    const isTooLong =
      queue.size >= limits.waiting ||
      (queue.size >= limits.running * leastQueue && isStanding() && queue.size >= pace.perMs() * limits.targetWaitMs)
    if (isTooLong) lastFullMs = nowMs()
    return isTooLong
  }
  /** Refuses the requests that have waited too long; checks again while any wait. */
  const check = (): void => {
    const maxMs = isOverloaded() ? limits.maxWaitMs : limits.maxBurstWaitMs
    const beganBeforeMs = nowMs() - maxMs
    for (const entry of queue.takeFirstWhile(({ beganMs }) => beganMs < beganBeforeMs)) reject(entry, 'waited too long')
    isChecking = queue.size > 0
    if (isChecking) setTimeout(check, checkEveryMs).unref()
  }

  return {
    refusal(caller) {
      if (queue.size < limits.running || !isFull() || queue.canDisplaceFor(caller)) return undefined
      refused['queue full']++
      return refuse('queue full')
    },
    async enter(caller, onGone) {
      if (running < limits.running && queue.size === 0 && mayRun(caller)) return occupy(caller)
      if (queue.size === 0) lastEmptyMs = nowMs()
      if (isFull()) {
        const displaced = queue.displaceFor(caller)
        if (displaced === undefined) {
          refused['queue full']++
          throw refuse('queue full')
        }
        reject(displaced, 'queue full')
      }
      return new Promise<() => void>((resolve, fail) => {
        const entry: Entry = { caller, start: () => resolve(occupy(caller)), reject: fail, beganMs: nowMs() }
        queue.add(caller, entry)
        if (!isChecking) check()
        onGone(() => {
          if (queue.remove(caller, entry)) reject(entry, 'client gone')
        })
        // All waiting requests may belong to callers at their own limits, while this caller can still run.
        startNext()
      })
    },
    state: () => ({ running, waiting: queue.size, refused: { ...refused } }),
  }
}
