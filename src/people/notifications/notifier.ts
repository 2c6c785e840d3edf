import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { notificationEvents } from './events.ts'
import { hasFacts, takeFacts } from './facts.store.ts'
import { type NotifyOptions, notifyReceivers, TooManyReceivers } from './notify-receivers.ts'

/** Maximum number of facts that one transaction takes. */
const maxFacts = 200
/** Delay between the commit of a fact and its notifications, in which further facts are collected, in milliseconds. */
const collectMs = 20

export interface NotifierDeps extends Omit<NotifyOptions, 'now'> {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Called after a commit with mails that are due at once. */
  readonly mailsDue: () => void
}

/** Takes facts from the queue and notifies their receivers. */
export class Notifier {
  readonly #deps: NotifierDeps
  readonly #events = Object.keys(notificationEvents)
  #last: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /**
   * Creates the notifier of this node. Each node has one. A fact is deleted in the transaction that writes its
   * notifications. If a node crashes before the commit, another node takes the fact.
   */
  constructor(deps: NotifierDeps) {
    this.#deps = deps
  }

  /** Schedules the processing of facts; called after a commit that wrote some. */
  wake(): void {
    if (this.#timer !== undefined || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#afterLast(() => this.#notifyAll()).catch((error) =>
        this.#deps.log('warn', 'people could not be notified; this is tried again', { error }),
      )
    }, collectMs).unref()
  }

  /** Processes all committed facts. Returns whether there were any. */
  settle(): Promise<boolean> {
    const { database } = this.#deps
    return this.#afterLast(async () => {
      if (this.#isClosed || !(await hasFacts(database.reader, this.#events))) return false
      await this.#notifyAll()
      return true
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#last
  }

  /** Processes up to `maxCount` facts, or fewer when they have too many receivers. Returns whether there may be more. */
  async #notifySome(maxCount: number): Promise<boolean> {
    try {
      const { count, isDue } = await this.#notifyInTransaction(maxCount)
      if (isDue) this.#deps.mailsDue()
      return count === maxCount
    } catch (error) {
      if (!(error instanceof TooManyReceivers)) throw error
      await this.#notifySome(error.fitting)
      return true
    }
  }

  #notifyInTransaction(maxCount: number): Promise<{ readonly count: number; readonly isDue: boolean }> {
    return this.#deps.database.transaction(async (tx) => {
      const facts = await takeFacts(tx, this.#events, maxCount)
      const now = new Date(this.#deps.clock.nowMs())
      const isDue = facts.length > 0 && (await notifyReceivers(tx, facts, { ...this.#deps, now }))
      return { count: facts.length, isDue }
    })
  }

  /** Processes the committed facts, except those that another node is taking. */
  async #notifyAll(): Promise<void> {
    while (!this.#isClosed && (await this.#notifySome(maxFacts)));
  }

  /** Runs `work` after the work that was given before. */
  #afterLast<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = this.#last.then(work)
    this.#last = own.catch(() => {})
    return own
  }
}
