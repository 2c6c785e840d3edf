import { type ElementRight, elementRights, gives } from '../../access/rights.ts'
import { ruleSql } from '../../access/rule-sql.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { type Caller, createObjectGrants, type Grant, type GrantInput, type GrantObject } from '../../people/index.ts'
import { applicationPath } from '../applications/application.ts'
import { elementMissing } from '../elements/change-existing.ts'
import type { ElementAddress, OpenApplication } from '../elements/element-address.ts'
import { rightMissing } from './refusals.ts'
import { countAnew, truthsOf } from './rights-on.store.ts'

/**
 * Grants: rights to a single element, in addition to all rules. Users with the right `access` to the element may change
 * its grants.
 */
export interface Grants {
  list(caller: Caller, address: ElementAddress): Promise<Grant[]>
  /** Replaces the subject's rights to the element. Users cannot grant rights that they lack themselves. */
  put(caller: Caller, address: ElementAddress, subject: string, given: GrantInput<ElementRight>): Promise<void>
  remove(caller: Caller, address: ElementAddress, subject: string): Promise<void>
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly open: OpenApplication
  /** Called after the commit of a grant: the first grant in an application makes the application known to its subject. */
  readonly granted?: (() => void) | undefined
}

export function createGrants({ database, clock, open, granted = () => {} }: Deps): Grants {
  const objectGrants = createObjectGrants({ database, clock }, (tx, { space }) => countAnew(tx, space))

  /**
   * Returns the caller's rights to the element. Throws a 404 when the caller may not see the element, and a 403 when
   * the caller lacks the right `access`.
   */
  async function openElement(
    caller: Caller,
    address: ElementAddress,
  ): Promise<{ object: GrantObject; held: ElementRight[] }> {
    const { application, source, authority } = open(caller, address)
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
    if (!held.includes('access')) throw rightMissing('access', application)
    const path = `${applicationPath(application)}/${address.id.toLowerCase()}`
    const object = { space: application.id, id: address.id, path }
    return { object, held }
  }

  return {
    list: async (caller, address) => objectGrants.list((await openElement(caller, address)).object),
    async put(caller, address, subject, given) {
      const { object, held } = await openElement(caller, address)
      await objectGrants.put(caller, object, subject, given, (right) => gives(held, right))
      granted()
    },
    async remove(caller, address, subject) {
      await objectGrants.remove(caller, (await openElement(caller, address)).object, subject)
      granted()
    },
  }
}
