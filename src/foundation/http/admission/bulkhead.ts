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

interface Entry {
  readonly caller: string
  readonly start: () => void
  readonly reject: (error: Error) => void
  readonly beganMs: number
}

const paceWindowMs = 500
/**
 * Length of the queue, for each request that may run at once, below which the pace is not considered, so that a client
 * with some dozens of connections is not refused when the machine is slow.
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

/** Requests of one cost class: a limited number run, and a limited number wait for a limited time. */
export class Bulkhead {
  readonly #limits: BulkheadLimits
  readonly #refuse: (why: Refusal) => Error
  readonly #nowMs: () => number
  readonly #queue = createFairQueue<Entry>()
  readonly #runningOf = new Map<string, number>()
  readonly #refused = { 'queue full': 0, 'waited too long': 0, 'client gone': 0 }
  readonly #pace: ReturnType<typeof createPace>
  #running = 0
  #lastEmptyMs: number
  /** When the queue was last too long for a request that arrived. */
  #lastFullMs = Number.NEGATIVE_INFINITY
  #isChecking = false

  constructor({ limits, refuse, nowMs = () => performance.now() }: BulkheadDeps) {
    this.#limits = limits
    this.#refuse = refuse
    this.#nowMs = nowMs
    this.#pace = createPace(nowMs)
    this.#lastEmptyMs = nowMs()
  }

  /**
   * Returns the error for a request that would be refused now; undefined if `enter` may accept it. The check is cheap,
   * so that an overloaded server spends its time on the requests that it accepts.
   */
  refusal(caller: string): Error | undefined {
    if (this.#queue.size < this.#limits.running || !this.#isFull() || this.#queue.canDisplaceFor(caller))
      return undefined
    this.#refused['queue full']++
    return this.#refuse('queue full')
  }

  /**
   * Resolves with a function that gives the place back, as soon as the request may run. Rejects with the error of
   * `refuse` when it may not. `onGone` receives a function to call when the client has ended the connection.
   */
  async enter(caller: string, onGone: (leave: () => void) => void): Promise<() => void> {
    if (this.#running < this.#limits.running && this.#queue.size === 0 && this.#mayRun(caller))
      return this.#occupy(caller)
    if (this.#queue.size === 0) this.#lastEmptyMs = this.#nowMs()
    if (this.#isFull()) {
      const displaced = this.#queue.displaceFor(caller)
      if (displaced === undefined) {
        this.#refused['queue full']++
        throw this.#refuse('queue full')
      }
      this.#reject(displaced, 'queue full')
    }
    return new Promise<() => void>((resolve, fail) => {
      const entry: Entry = { caller, start: () => resolve(this.#occupy(caller)), reject: fail, beganMs: this.#nowMs() }
      this.#queue.add(caller, entry)
      if (!this.#isChecking) this.#check()
      onGone(() => {
        if (this.#queue.remove(caller, entry)) this.#reject(entry, 'client gone')
      })
      // All waiting requests may belong to callers at their own limits, while this caller can still run.
      this.#startNext()
    })
  }

  state(): BulkheadState {
    return { running: this.#running, waiting: this.#queue.size, refused: { ...this.#refused } }
  }

  #mayRun(caller: string): boolean {
    return (this.#runningOf.get(caller) ?? 0) < this.#limits.runningOfCaller
  }

  #reject(entry: Entry, why: Refusal): void {
    this.#refused[why]++
    entry.reject(this.#refuse(why))
  }

  #occupy(caller: string): () => void {
    this.#running++
    this.#runningOf.set(caller, (this.#runningOf.get(caller) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#running--
      this.#pace.count()
      const left = this.#runningOf.get(caller)! - 1
      if (left === 0) this.#runningOf.delete(caller)
      else this.#runningOf.set(caller, left)
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#running < this.#limits.running) {
      const entry = this.#queue.take((caller) => this.#mayRun(caller))
      if (entry === undefined) return
      entry.start()
    }
  }

  #isStanding(): boolean {
    return this.#nowMs() - this.#lastEmptyMs >= this.#limits.burstMs
  }

  #isOverloaded(): boolean {
    return this.#isStanding() && this.#nowMs() - this.#lastFullMs < this.#limits.burstMs
  }

  /** Whether the queue is full, or a request that joins the queue now would not get its turn in time. */
  #isFull(): boolean {
    const isTooLong =
      this.#queue.size >= this.#limits.waiting ||
      (this.#queue.size >= this.#limits.running * leastQueue &&
        this.#isStanding() &&
        this.#queue.size >= this.#pace.perMs() * this.#limits.targetWaitMs)
    if (isTooLong) this.#lastFullMs = this.#nowMs()
    return isTooLong
  }

  /** Refuses the requests that have waited too long; checks again while any wait. */
  #check(): void {
    const maxMs = this.#isOverloaded() ? this.#limits.maxWaitMs : this.#limits.maxBurstWaitMs
    const beganBeforeMs = this.#nowMs() - maxMs
    for (const entry of this.#queue.takeFirstWhile(({ beganMs }) => beganMs < beganBeforeMs))
      this.#reject(entry, 'waited too long')
    this.#isChecking = this.#queue.size > 0
    if (this.#isChecking) setTimeout(() => this.#check(), checkEveryMs).unref()
  }
}
