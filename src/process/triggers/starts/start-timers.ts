import type { Calendars } from '../../../calendars/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { insertPendingStart } from './pending-starts.store.ts'
import { firstTime, nextTime, type PlannedTime } from './plan-timer.ts'
import { lockDueTimer, planTimer, type StoredStart } from './starts.store.ts'

export interface StartTimersDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly calendars: Calendars
}

/**
 * Creates the function that fires one due start timer and returns whether there was one. The pending start and the next
 * time are written by one transaction, so each time starts one instance, even with several nodes.
 */
export function createStartTimers({ database, clock, log, calendars }: StartTimersDeps): () => Promise<boolean> {
  async function fireOne(tx: Transaction): Promise<boolean> {
    const timer = await lockDueTimer(tx)
    if (timer === undefined) return false
    const { template, element, isPlanned, by } = timer
    const next = planned(timer)
    await planTimer(tx, timer, next)
    if (!isPlanned) return true
    const at = new Date(clock.nowMs())
    await insertPendingStart(tx, { id: newId(at.getTime()), template, element, at, details: { by, variables: {} } })
    return true
  }

  /** Returns the next time of a timer. A timer whose time cannot be computed stops. */
  function planned({ settings, isPlanned, armedAt, dueAt, remaining, ...timer }: StoredStart): PlannedTime | undefined {
    if (settings.kind !== 'timer') return undefined
    try {
      if (!isPlanned) return firstTime(settings, new Date(armedAt), calendars)
      const present = { due: new Date(dueAt!), ...(remaining !== null && { remaining }) }
      return nextTime(settings, present, new Date(clock.nowMs()), calendars)
    } catch (error) {
      log('error', 'the next time of a start timer cannot be computed; the timer has stopped', { ...timer, error })
      return undefined
    }
  }

  return () => database.transaction(fireOne)
}
