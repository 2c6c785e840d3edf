import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/caller.ts'
import { missingSubjects, namesOfSubjects } from '../../people/membership/subjects.store.ts'
import { grantNotFound, grantTooHigh, unknownSubject } from './errors.ts'
import { deleteGrant, type GrantRow, grantsOf, lockGrantsOf, putGrant } from './grant-rows.store.ts'

export interface Grant extends GrantRow {
  readonly kind: string
  readonly name: string
}

export interface GrantInput<Right extends string> {
  readonly rights: readonly Right[]
  readonly comment?: string | undefined
}

/** An object that rights can be granted for: an element of an application, a file or a directory. */
export interface GrantObject {
  readonly space: string
  readonly id: string
  /** The name of the object in the audit log: `law.matters/<id>`. */
  readonly path: string
}

/** Grants and revokes rights for single objects. The caller of these methods has to check who may change the grants. */
export interface ObjectGrants {
  list(object: GrantObject): Promise<Grant[]>
  /** Replaces the grant of a subject. Throws when the caller does not hold one of the granted rights themselves. */
  put<Right extends string>(
    caller: Caller,
    object: GrantObject,
    subject: string,
    given: GrantInput<Right>,
    isHeld: (right: Right) => boolean,
  ): Promise<void>
  remove(caller: Caller, object: GrantObject, subject: string): Promise<void>
}

/** Creates the operations on grants. `changed` runs inside the transaction of each change. */
export function createObjectGrants(
  { database, clock }: { database: Database; clock: Clock },
  changed: (tx: Tx, object: GrantObject) => Promise<void> = async () => {},
): ObjectGrants {
  const { reader } = database
  const auditName = ({ path }: GrantObject, subject: string) => `grant:${path}/${subject.toLowerCase()}`

  return {
    async list({ space, id }) {
      const rows = await grantsOf(reader, space, id)
      const names = await namesOfSubjects(
        reader,
        rows.map(({ subject }) => subject),
      )
      return rows.map((row) => ({ ...row, ...(names.get(row.subject) ?? { kind: 'unknown', name: '' }) }))
    },
    async put(caller, object, subject, { rights, comment = '' }, isHeld) {
      const tooHigh = rights.find((right) => !isHeld(right))
      if (tooHigh !== undefined)
        throw grantTooHigh(`you may not ${tooHigh} this, so you can't let others do it`, { right: tooHigh })
      if (!isUuid(subject) || (await missingSubjects(reader, { paths: [], ids: [subject] })).length > 0)
        throw unknownSubject(`no user, group or item of the chart has the id ${subject.slice(0, 100)}`)
      const { space, id } = object
      const author = { by: caller.userId, at: new Date(clock.nowMs()) }
      await database.transaction(async (tx) => {
        await lockGrantsOf(tx, space, id)
        const before = await putGrant(tx, { space, object: id, subject, rights, comment }, author)
        const after = { rights, comment }
        await recordAudit(tx, caller, { object: auditName(object, subject), ...(before && { before }), after })
        await changed(tx, object)
      })
    },
    async remove(caller, object, subject) {
      await database.transaction(async (tx) => {
        await lockGrantsOf(tx, object.space, object.id)
        const before = isUuid(subject) ? await deleteGrant(tx, object.space, object.id, subject) : undefined
        if (before === undefined) throw grantNotFound(`nothing was given to ${subject.slice(0, 100)}`)
        await recordAudit(tx, caller, { object: auditName(object, subject), before })
        await changed(tx, object)
      })
    },
  }
}
