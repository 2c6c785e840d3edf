import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { join, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../../query/index.ts'
import type { HiddenVariables } from '../../definition/index.ts'
import { answerInvalid, restorePointClosed, restorePointNotFound } from '../errors.ts'
import { type RestoreDeps, restore } from './restore.ts'
import { restorePointSource } from './restore-point-source.ts'
import { isOfTemplate, type RestorePointRow, restorePoint } from './restore-points.store.ts'

export const restorePointStates = ['open', 'used', 'expired', 'revoked', 'all'] as const

export interface RestorePointFilter {
  readonly state?: (typeof restorePointStates)[number] | undefined
  readonly instanceId?: string | undefined
}

export interface AnswerByHand {
  readonly context?: Readonly<Record<string, unknown>> | undefined
  readonly error?: { readonly code: string; readonly message?: string | undefined } | undefined
  readonly comment: string
}

export interface RestorePointsDeps extends RestoreDeps {
  readonly clock: Clock
  readonly lists: Lists
  /** Returns the predicate for templates that the caller administers; undefined for all templates. */
  readonly administered: (caller: Caller) => ((template: Sql) => Sql) | undefined
  /**
   * Returns the variables of instances that a caller may not read; undefined when the caller may read all variables.
   */
  readonly hidden: (caller: Caller) => HiddenVariables | undefined
  /** Inserts the job that sends a request again. */
  readonly resend: (tx: Transaction, job: { instance: string; wait: string; attempt: number }) => Promise<void>
}

/** Restore points of delegated activities. */
export class RestorePoints {
  readonly #deps: RestorePointsDeps

  constructor(deps: RestorePointsDeps) {
    this.#deps = deps
  }

  /**
   * Completes an activity with the answer of the other system. Any user who knows the id may do this: the other
   * system receives the id, and administrators of the process see it. Throws 400, 404, 409 and 410.
   */
  restore(caller: Caller, id: string, body: Readonly<Record<string, unknown>>): Promise<void> {
    return restore(this.#deps, caller, { id, body })
  }

  /**
   * Completes an activity instead of the other system. Allowed for administrators of the process. `comment` is the
   * reason.
   */
  async completeByHand(caller: Caller, id: string, { comment, ...answer }: AnswerByHand): Promise<void> {
    const { instance } = await this.#open(caller, id)
    const because = comment.trim()
    if (because === '')
      throw answerInvalid('"comment" is required; give the reason for completing the activity', { field: 'comment' })
    await restore(this.#deps, caller, { id, body: answer }, (tx) =>
      recordAudit(tx, caller, {
        object: `instance:${instance}`,
        after: { restorePoint: id, ...answer, comment: because },
      }),
    )
  }

  /**
   * Sends the request of an open restore point again at once, with the same key. Allowed for administrators of the
   * process.
   */
  async retry(caller: Caller, id: string): Promise<void> {
    const point = await this.#open(caller, id)
    if (point.state !== 'open') throw restorePointClosed(`restore point "${id}" no longer waits for an answer`)
    const { instance, attempts } = point
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.resend(tx, { instance, wait: id, attempt: attempts })
      await recordAudit(tx, caller, { object: `instance:${instance}`, after: { restorePoint: id, retried: true } })
    })
  }

  /** Returns the open restore points, or those of another state, of the processes that the caller administers. */
  async list(caller: Caller, { state = 'open', instanceId }: RestorePointFilter, list: unknown): Promise<Page> {
    const { lists, clock, administered, hidden } = this.#deps
    const test = administered(caller)
    const source = restorePointSource(
      (p) =>
        join(
          [
            state === 'all' ? sql`true` : sql`${p}.state = ${state}`,
            instanceId === undefined ? sql`true` : sql`${p}.instance = ${uuidOf(instanceId)}`,
            test === undefined ? sql`true` : test(sql`${p}.template`),
          ],
          sql` and `,
        ),
      hidden(caller),
    )
    return lists.page(readListRequest(list), source, { callerId: caller.userId, nowMs: clock.nowMs() })
  }

  /** Returns a restore point of a process that the caller administers. Throws a 404. */
  async #open(caller: Caller, id: string): Promise<RestorePointRow> {
    const { single } = this.#deps.database
    const point = isUuid(id) ? await restorePoint(single, id) : undefined
    const test = this.#deps.administered(caller)
    const isKnown = point && (test === undefined || (await isOfTemplate(single, point.template, test)))
    if (!isKnown) throw restorePointNotFound(`restore point "${id.slice(0, 100)}" not found`)
    return point
  }
}

function uuidOf(id: string): string {
  if (!isUuid(id)) throw restorePointNotFound('"instanceId" must be the id of an instance', { field: 'instanceId' })
  return id
}
