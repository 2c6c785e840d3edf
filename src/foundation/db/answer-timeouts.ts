/** Milliseconds between two checks, which is also the most by which a query may exceed its timeout. */
const checkEveryMs = 250

interface Waiting {
  readonly untilMs: number
  readonly giveUp: () => void
  /** Index in the list of those that wait. */
  place: number
}

/**
 * Gives up queries that wait too long for their answers. A timer for each query, such as `query_timeout` of the driver,
 * would keep the query and its answer in memory until the next full garbage collection: copying the answers at each
 * collection of young objects would take a quarter of the CPU time of a list.
 */
class AnswerTimeouts {
  readonly #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  /**
   * Calls `giveUp` when the returned function has not been called within `timeoutMs` milliseconds; 0 waits without
   * limit.
   */
  start(timeoutMs: number, giveUp: () => void): () => void {
    if (timeoutMs === 0) return () => {}
    const entry: Waiting = { untilMs: performance.now() + timeoutMs, giveUp, place: this.#waiting.length }
    this.#waiting.push(entry)
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs)
    return () => this.#remove(entry)
  }

  /** Removes an entry, unless that was done before. The last entry takes its place. */
  #remove(entry: Waiting): void {
    if (this.#waiting[entry.place] !== entry) return
    const last = this.#waiting.pop()!
    if (last === entry) return
    this.#waiting[entry.place] = last
    last.place = entry.place
  }

  #check(): void {
    if (this.#waiting.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const nowMs = performance.now()
    for (const entry of this.#waiting.filter(({ untilMs }) => untilMs <= nowMs)) {
      this.#remove(entry)
      entry.giveUp()
    }
  }
}

/** The queries of this process. */
export const answerTimeouts = new AnswerTimeouts()
