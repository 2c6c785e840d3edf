import { recordAudit } from '../../audit/index.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { isUuid } from '../../kit/ids.ts'
import { type Caller, deleteGrant, grantsOf, missingSubjects, namesOfSubjects, putGrant } from '../../people/index.ts'
import { elementMissing } from '../elements/change-existing.ts'
import type { ElementAddress, OpenApplication, Opened } from '../elements/element-address.ts'
import { grantNotFound, grantTooHigh, unknownSubject } from './errors.ts'
import { rightMissing } from './refusals.ts'
import { type ElementRight, elementRights, gives } from './rights.ts'
import { countAnew, truthsOf } from './rights-on.store.ts'
import { ruleSql } from './rule-sql.ts'

export interface Grant {
  readonly subject: string
  readonly kind: string
  readonly name: string
  readonly rights: readonly string[]
  readonly comment: string
  readonly createdAt: string
  readonly createdBy: string
}

/** Rights that somebody was given to a single element, beside all rules. Whoever has `access` to it may hand them out. */
export interface Grants {
  list(caller: Caller, address: ElementAddress): Promise<Grant[]>
  /** In place of what the subject was given before. Nobody hands out more than they have. */
  put(caller: Caller, address: ElementAddress, subject: string, given: GrantInput): Promise<void>
  remove(caller: Caller, address: ElementAddress, subject: string): Promise<void>
}

export interface GrantInput {
  readonly rights: readonly ElementRight[]
  readonly comment?: string | undefined
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly open: OpenApplication
}

export function createGrants({ database, clock, open }: Deps): Grants {
  /** The rights that the caller has to the element; 404 where it is none for them, 403 without `access`. */
  async function openElement(
    caller: Caller,
    address: ElementAddress,
  ): Promise<{ opened: Opened; held: ElementRight[] }> {
    const opened = open(caller, address)
    const { source, authority } = opened
    const rules = elementRights.map((right) => authority.rows(right))
    const truths = isUuid(address.id)
      ? await truthsOf(
          database.reader,
          source,
          address.id,
          rules.map((rule) => (row) => ruleSql(rule, row)),
        )
      : undefined
    if (truths === undefined) throw elementMissing(address)
    const held = elementRights.filter((_right, place) => truths[place])
    if (!held.includes('access')) throw rightMissing('access', opened.application)
    return { opened, held }
  }

  return {
    async list(caller, address) {
      const { opened } = await openElement(caller, address)
      const rows = await grantsOf(database.reader, opened.application.id, address.id)
      const names = await namesOfSubjects(
        database.reader,
        rows.map(({ subject }) => subject),
      )
      return rows.map((row) => ({ ...row, ...(names.get(row.subject) ?? { kind: 'unknown', name: '' }) }))
    },
    async put(caller, address, subject, { rights, comment = '' }) {
      const { opened, held } = await openElement(caller, address)
      const tooHigh = rights.find((right) => !gives(held, right))
      if (tooHigh !== undefined)
        throw grantTooHigh(`you may not ${tooHigh} this element, so you can't let others do it`, { right: tooHigh })
      if (!isUuid(subject) || (await missingSubjects(database.reader, { paths: [], ids: [subject] })).length > 0)
        throw unknownSubject(`no user, group or item of the chart has the id ${subject.slice(0, 100)}`)
      const { id: space } = opened.application
      const author = { by: caller.userId, at: new Date(clock.nowMs()) }
      await database.transaction(async (tx) => {
        const before = (await grantsOf(tx, space, address.id)).find((grant) => grant.subject === subject.toLowerCase())
        await putGrant(tx, { space, object: address.id, subject, rights, comment }, author)
        await recordAudit(tx, caller, {
          object: objectOf(address, subject),
          ...(before && { before: { rights: before.rights, comment: before.comment } }),
          after: { rights, comment },
        })
        await countAnew(tx, space)
      })
    },
    async remove(caller, address, subject) {
      const { opened } = await openElement(caller, address)
      const { id: space } = opened.application
      await database.transaction(async (tx) => {
        if (!isUuid(subject) || !(await deleteGrant(tx, space, address.id, subject)))
          throw grantNotFound(`nothing was given to ${subject.slice(0, 100)}`)
        await recordAudit(tx, caller, { object: objectOf(address, subject), before: {} })
        await countAnew(tx, space)
      })
    },
  }
}

function objectOf({ namespace, code, id }: ElementAddress, subject: string): string {
  return `grant:${namespace}.${code}/${id.toLowerCase()}/${subject.toLowerCase()}`
}
