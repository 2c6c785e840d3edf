import type { Apps } from '../../data/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { holdNotFound, wrongHold } from '../errors.ts'
import { openCase } from '../nomenclature/cases.ts'
import type { ElementPath } from '../registrations/registration.ts'
import { type HoldTarget, type HoldView, holds, insertHold, liftHold } from './holds.store.ts'

export interface HoldInput {
  readonly caseId?: string | undefined
  readonly element?: ElementPath | undefined
  readonly reason: string
}

/**
 * Legal holds, which administrators place and lift. The database refuses to delete elements that are under a legal
 * hold or registered in a case under one, and the files of these elements.
 */
export class Holds {
  readonly #database: Database
  readonly #clock: Clock
  readonly #apps: Pick<Apps, 'elements' | 'catalog'>

  constructor(database: Database, clock: Clock, apps: Pick<Apps, 'elements' | 'catalog'>) {
    this.#database = database
    this.#clock = clock
    this.#apps = apps
  }

  async place(caller: Caller, input: HoldInput): Promise<HoldView> {
    const target = await this.#targetOf(caller, input)
    const nowMs = this.#clock.nowMs()
    const id = newId(nowMs)
    const { reason } = input
    await this.#database.transaction(async (tx) => {
      // Waits for a deletion of the case that is not committed, and makes one wait that comes later.
      if ('caseId' in target) await openCase(tx, caller, target.caseId, 'share')
      await insertHold(tx, { id, target, reason, by: caller.userId, at: new Date(nowMs) })
      await recordAudit(tx, caller, { object: `hold:${id}`, after: { ...target, reason } })
    })
    return this.get(id)
  }

  async lift(caller: Caller, id: string, reason: string): Promise<HoldView> {
    const before = await this.get(id)
    await this.#database.transaction(async (tx) => {
      const isLifted = await liftHold(tx, { id, reason, by: caller.userId, at: new Date(this.#clock.nowMs()) })
      if (isLifted)
        await recordAudit(tx, caller, {
          object: `hold:${before.id}`,
          before: { lifted: false },
          after: { lifted: true, reason },
        })
    })
    return this.get(id)
  }

  async get(id: string): Promise<HoldView> {
    const [found] = isUuid(id) ? await holds(this.#database.reader, id) : []
    if (found === undefined) throw holdNotFound(`legal hold ${id.slice(0, 100)} not found`)
    return found
  }

  /** Returns the newest thousand holds, lifted ones included, newest first. */
  list(): Promise<HoldView[]> {
    return holds(this.#database.reader)
  }

  async #targetOf(caller: Caller, { caseId, element }: HoldInput): Promise<HoldTarget> {
    if ((caseId === undefined) === (element === undefined))
      throw wrongHold('give either "caseId", or "namespace", "code" and "id" of an element')
    if (caseId !== undefined) return { caseId: (await openCase(this.#database.reader, caller, caseId)).id }
    await this.#apps.elements.get(caller, element!)
    const application = this.#apps.catalog.application(element!.namespace, element!.code)
    if (application === undefined)
      throw wrongHold(`${element!.namespace}.${element!.code} has no elements that a legal hold can protect`)
    return { app: application.id, element: element!.id.toLowerCase() }
  }
}
