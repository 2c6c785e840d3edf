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
export interface Notifier {
  /** Schedules the processing of facts; called after a commit that wrote some. */
  wake(): void
  /** Processes all committed facts. Returns whether there were any. */
  settle(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Creates the notifier of this node. Each node has one. A fact is deleted in the transaction that writes its
 * notifications. If a node crashes before the commit, another node takes the fact.
 */
export function createNotifier(deps: NotifierDeps): Notifier {
  const { database, clock, log, defaults, mailQueue, mailsDue } = deps
  const events = Object.keys(notificationEvents)
  let last: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Processes up to `maxCount` facts, or fewer when they have too many receivers. Returns whether there may be more. */
  async function notifySome(maxCount: number): Promise<boolean> {
    try {
      const { count, isDue } = await notifyInTransaction(maxCount)
      if (isDue) mailsDue()
      return count > 0
    } catch (error) {
      if (!(error instanceof TooManyReceivers)) throw error
      return notifySome(error.fitting)
    }
  }

  function notifyInTransaction(maxCount: number): Promise<{ readonly count: number; readonly isDue: boolean }> {
    return database.transaction(async (tx) => {
      const facts = await takeFacts(tx, events, maxCount)
      const now = new Date(clock.nowMs())
      const isDue = facts.length > 0 && (await notifyReceivers(tx, facts, { now, defaults, mailQueue }))
      return { count: facts.length, isDue }
    })
  }

  async function notifyAll(): Promise<boolean> {
    if (isClosed || !(await hasFacts(database.reader, events))) return false
    while (!isClosed && (await notifySome(maxFacts)));
    return true
  }

  function settle(): Promise<boolean> {
    const own = last.then(notifyAll)
    last = own.catch(() => {})
    return own
  }

  return {
    wake() {
      if (timer !== undefined || isClosed) return
      timer = setTimeout(() => {
        timer = undefined
        settle().catch((error) => log('warn', 'people could not be notified; this is tried again', { error }))
      }, collectMs).unref()
    },
    settle,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await last
    },
  }
}
