import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { notificationEvents } from './events.ts'
import { hasFacts, takeFacts } from './facts.store.ts'
import { type TellOptions, TooManyReceivers, tellFacts } from './tell-facts.ts'

/** Maximum number of facts that one transaction takes. */
const maxFacts = 200
/** Delay between the commit of a fact and its notifications, in which further facts are collected, in milliseconds. */
const collectMs = 20

export interface TellerDeps extends Omit<TellOptions, 'now'> {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Called after a commit with mails that are due at once. */
  readonly mailsDue: () => void
}

/** Takes facts from the queue and tells people. */
export interface Teller {
  /** Takes the facts soon, after a commit that wrote some. */
  wake(): void
  /** Tells all facts that are committed. Returns whether there were some. */
  settle(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Creates the teller of this node. Each node has one. A fact is deleted in the transaction that writes its
 * notifications, so after a crash either both happened or neither, and another node takes the fact.
 */
export function createTeller(deps: TellerDeps): Teller {
  const { database, clock, log, defaults, mailQueue, mailsDue } = deps
  const events = Object.keys(notificationEvents)
  let last: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Tells up to `most` facts, or fewer when they have many receivers. Returns whether there may be more. */
  async function tellSome(most: number): Promise<boolean> {
    try {
      const { count, isDue } = await tellAtMost(most)
      if (isDue) mailsDue()
      return count > 0
    } catch (error) {
      if (!(error instanceof TooManyReceivers)) throw error
      return tellSome(error.fitting)
    }
  }

  function tellAtMost(most: number): Promise<{ readonly count: number; readonly isDue: boolean }> {
    return database.transaction(async (tx) => {
      const facts = await takeFacts(tx, events, most)
      const now = new Date(clock.nowMs())
      const isDue = facts.length > 0 && (await tellFacts(tx, facts, { now, defaults, mailQueue }))
      return { count: facts.length, isDue }
    })
  }

  async function tellAll(): Promise<boolean> {
    if (isClosed || !(await hasFacts(database.reader, events))) return false
    while (!isClosed && (await tellSome(maxFacts)));
    return true
  }

  function settle(): Promise<boolean> {
    const own = last.then(tellAll)
    last = own.catch(() => {})
    return own
  }

  return {
    wake() {
      if (timer !== undefined || isClosed) return
      timer = setTimeout(() => {
        timer = undefined
        settle().catch((error) => log('warn', 'people could not be told; this is tried again', { error }))
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
