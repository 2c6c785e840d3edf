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
import { timerNotFound } from '../errors.ts'
import { timerSource } from './timer-source.ts'
import { moveTimerRow, type TimerRow, templateOf, timerById } from './timers.store.ts'

export interface TimersDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: Pick<Templates, 'access'>
  readonly execution: Pick<Execution, 'deliver' | 'replace' | 'wake'>
}

/** Timers of instances: catch events, boundary events and event sub-processes that wait for a time. */
export class Timers {
  readonly #deps: TimersDeps

  constructor(deps: TimersDeps) {
    this.#deps = deps
  }

  /** Lists the timers of templates for which the caller has the right `viewAll`, ordered by due time. */
  list(caller: Caller, input: unknown): Promise<Page> {
    const source = timerSource(this.#rows(caller, 'viewAll'))
    const setting = { callerId: caller.userId, nowMs: this.#deps.clock.nowMs() }
    return this.#deps.lists.page(readListRequest(input), source, setting)
  }

  /**
   * Fires a timer now and resolves when the instance has advanced. Requires the right `administer`. Throws
   * `timer.not_found`.
   */
  async fire(caller: Caller, id: string): Promise<void> {
    const timer = await this.#open(caller, id)
    const { outcome } = await this.#deps.execution.deliver({
      instance: timer.instance,
      stimulus: { type: 'complete', wait: id },
      caller,
      alongside: (tx) => record(tx, caller, timer, { firedBy: caller.userId }),
    })
    if (outcome !== 'advanced') throw missing(id)
  }

  /**
   * Changes the due time of a timer; a time in the past fires the timer. Requires the right `administer`. Throws
   * `timer.not_found`.
   */
  async move(caller: Caller, id: string, text: string): Promise<{ readonly dueAt: string }> {
    const dueAt = requestTime(text, 'dueAt')
    const timer = await this.#open(caller, id)
    await this.#deps.database.transaction(async (tx) => {
      let isThere = false
      const isWritten = await this.#deps.execution.replace(tx, timer.instance, caller, async ({ version, state }) => {
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
      tx.afterCommit(async () => this.#deps.execution.wake())
    })
    return { dueAt: toWireTime(dueAt.getTime()) }
  }

  #rows(caller: Caller, right: 'viewAll' | 'administer'): RowFilter {
    return caller.administrator ? true : this.#deps.templates.access.rows(caller, right, templateOf)
  }

  async #open(caller: Caller, id: string): Promise<TimerRow> {
    const { single } = this.#deps.database
    const found = isUuid(id) ? await timerById(single, id, this.#rows(caller, 'viewAll')) : undefined
    if (found === undefined) throw missing(id)
    if ((await timerById(single, id, this.#rows(caller, 'administer'))) === undefined)
      throw processNotAllowed('you lack the right "administer" to this process')
    return found
  }
}

function record(tx: Transaction, caller: Caller, timer: TimerRow, after: object): Promise<void> {
  return recordAudit(tx, caller, {
    object: `instance:${timer.instance}`,
    before: { timer: timer.element, dueAt: timer.dueAt },
    after: { timer: timer.element, ...after },
  })
}

function missing(id: string): Error {
  return timerNotFound(`timer "${id.slice(0, 100)}" not found; it may have fired or been cancelled`)
}
