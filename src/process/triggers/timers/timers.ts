import type { RowFilter } from '../../../access/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import { requestTime } from '../../../foundation/http/request-time.ts'
import { type Clock, toWireTime } from '../../../foundation/kit/clock.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../../query/index.ts'
import { processNotAllowed, type Templates } from '../../definition/index.ts'
import type { Execution } from '../../execution/index.ts'
import { timerNotFound } from './errors.ts'
import { timerSource } from './timer-source.ts'
import { moveTimerRow, type TimerRow, templateOf, timerById } from './timers.store.ts'

/** Timers of instances: catch events, boundary events and event sub-processes that wait for a time. */
export interface Timers {
  /** Lists the timers of templates that the caller may view, ordered by due time. */
  list(caller: Caller, input: unknown): Promise<Page>
  /**
   * Fires a timer now and resolves when the instance has advanced. Requires the right `administer`. Throws
   * `timer.not_found`.
   */
  fire(caller: Caller, id: string): Promise<void>
  /**
   * Changes the due time of a timer; a time in the past fires the timer. Requires the right `administer`. Throws
   * `timer.not_found`.
   */
  move(caller: Caller, id: string, dueAt: string): Promise<{ readonly dueAt: string }>
}

export interface TimersDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: Pick<Templates, 'access'>
  readonly execution: Pick<Execution, 'deliver' | 'replace' | 'wake'>
}

export function createTimers({ database, clock, lists, templates, execution }: TimersDeps): Timers {
  const rows = (caller: Caller, right: 'viewAll' | 'administer'): RowFilter =>
    caller.administrator ? true : templates.access.rows(caller, right, templateOf)
  const missing = (id: string): Error =>
    timerNotFound(`timer "${id.slice(0, 100)}" not found; it may have fired or been cancelled`)

  async function open(caller: Caller, id: string): Promise<TimerRow> {
    const { single } = database
    const found = isUuid(id) ? await timerById(single, id, rows(caller, 'viewAll')) : undefined
    if (found === undefined) throw missing(id)
    if ((await timerById(single, id, rows(caller, 'administer'))) === undefined)
      throw processNotAllowed('you lack the right "administer" to this process')
    return found
  }

  const record = (tx: Transaction, caller: Caller, timer: TimerRow, after: object): Promise<void> =>
    recordAudit(tx, caller, {
      object: `instance:${timer.instance}`,
      before: { timer: timer.element, dueAt: timer.dueAt },
      after: { timer: timer.element, ...after },
    })

  return {
    list: (caller, input) =>
      lists.page(readListRequest(input), timerSource(rows(caller, 'viewAll')), {
        callerId: caller.userId,
        nowMs: clock.nowMs(),
      }),
    async fire(caller, id) {
      const timer = await open(caller, id)
      const { outcome } = await execution.deliver({
        instance: timer.instance,
        stimulus: { type: 'complete', wait: id },
        caller,
        alongside: (tx) => record(tx, caller, timer, { firedBy: caller.userId }),
      })
      if (outcome !== 'advanced') throw missing(id)
    },
    async move(caller, id, text) {
      const dueAt = requestTime(text, 'dueAt')
      const timer = await open(caller, id)
      await database.transaction(async (tx) => {
        let isThere = false
        const isWritten = await execution.replace(tx, timer.instance, caller, async ({ version, state }) => {
          isThere = state.waits.some((wait) => wait.id === id)
          if (!isThere) return undefined
          const due = dueAt.toISOString()
          const waits = state.waits.map((wait) => (wait.id === id ? { ...wait, due } : wait))
          const cause = { type: 'moveTimer', element: timer.element, wait: id, due }
          return { version, state: { ...state, waits }, effects: [], cause }
        })
        if (!isWritten || !isThere) throw missing(id)
        await moveTimerRow(tx, timer, id, dueAt)
        await record(tx, caller, timer, { dueAt: toWireTime(dueAt.getTime()) })
        tx.afterCommit(async () => execution.wake())
      })
      return { dueAt: toWireTime(dueAt.getTime()) }
    },
  }
}
