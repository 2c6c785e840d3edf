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
 * Legal holds, which administrators place and lift. The database refuses to delete cases and elements under a legal
 * hold.
 */
export interface Holds {
  place(caller: Caller, input: HoldInput): Promise<HoldView>
  lift(caller: Caller, id: string, reason: string): Promise<HoldView>
  get(id: string): Promise<HoldView>
  /** Returns the newest thousand holds, lifted ones included, newest first. */
  list(): Promise<HoldView[]>
}

export interface HoldsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Pick<Apps, 'elements' | 'catalog'>
}

export function createHolds({ database, clock, apps }: HoldsDeps): Holds {
  async function targetOf(caller: Caller, { caseId, element }: HoldInput): Promise<HoldTarget> {
    if ((caseId === undefined) === (element === undefined))
      throw wrongHold('give either "caseId", or "namespace", "code" and "id" of an element')
    if (caseId !== undefined) return { caseId: (await openCase(database.reader, caller, caseId)).id }
    await apps.elements.get(caller, element!)
    const application = apps.catalog.application(element!.namespace, element!.code)
    if (application === undefined)
      throw wrongHold(`${element!.namespace}.${element!.code} has no elements that a legal hold can protect`)
    return { app: application.id, element: element!.id.toLowerCase() }
  }

  async function get(id: string): Promise<HoldView> {
    const [found] = isUuid(id) ? await holds(database.reader, id) : []
    if (found === undefined) throw holdNotFound(`legal hold ${id.slice(0, 100)} not found`)
    return found
  }

  return {
    get,
    list: () => holds(database.reader),
    async place(caller, input) {
      const target = await targetOf(caller, input)
      const nowMs = clock.nowMs()
      const id = newId(nowMs)
      const { reason } = input
      await database.transaction(async (tx) => {
        await insertHold(tx, { id, target, reason, by: caller.userId, at: new Date(nowMs) })
        await recordAudit(tx, caller, { object: `hold:${id}`, after: { ...target, reason } })
      })
      return get(id)
    },
    async lift(caller, id, reason) {
      const before = await get(id)
      await database.transaction(async (tx) => {
        const isLifted = await liftHold(tx, { id, reason, by: caller.userId, at: new Date(clock.nowMs()) })
        if (isLifted)
          await recordAudit(tx, caller, {
            object: `hold:${before.id}`,
            before: { lifted: false },
            after: { lifted: true, reason },
          })
      })
      return get(id)
    },
  }
}
