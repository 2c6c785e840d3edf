/** Milliseconds between two checks. A query may exceed its timeout by two of them. */
const checkEveryMs = 250

interface Waiting {
  /** The number of the check that gives the query up. */
  readonly untilCheck: number
  readonly giveUp: () => void
  /** Index in the list of those that wait. */
  place: number
}

/**
 * Gives up queries that wait too long for their answers. A timer for each query, such as `query_timeout` of the driver,
 * would keep the query and its answer in memory until the next full garbage collection: copying the answers at each
 * collection of young objects would take a quarter of the CPU time of a list. Checks are counted instead of
 * milliseconds, because a process that was busy or suspended has not read the answers that came meanwhile.
 */
class AnswerTimeouts {
  readonly #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #checks = 0

  /**
   * Calls `giveUp` when the returned function has not been called within `timeoutMs` milliseconds; 0 waits without
   * limit.
   */
  start(timeoutMs: number, giveUp: () => void): () => void {
    if (timeoutMs === 0) return () => {}
    const untilCheck = this.#checks + Math.ceil(timeoutMs / checkEveryMs) + 1
    const entry: Waiting = { untilCheck, giveUp, place: this.#waiting.length }
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
    this.#checks++
    for (const entry of this.#waiting.filter(({ untilCheck }) => untilCheck <= this.#checks)) {
      this.#remove(entry)
      entry.giveUp()
    }
  }
}

/** The queries of this process. */
export const answerTimeouts = new AnswerTimeouts()
