import { type Sql, sql } from '../foundation/db/sql.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import { granted, grantsOf } from './grants.store.ts'
import type { ExplainContext, Ground, Holder, Reason } from './ground.ts'
import { gives, type ResourceRights, rightsGiving } from './rights.ts'

export interface GrantedRows<R extends string> {
  readonly space: string
  readonly rights: ResourceRights<R>
  /** The id of a row; the column `id` by default. */
  readonly id?: (row: Sql) => Sql
  /** Whether lists collect the granted objects first, which is fast when an index finds the rows by their ids. */
  readonly collectsForLists?: boolean
}

/** Creates the ground of grants for single objects. */
export function grantsGround<R extends string>(
  { persons }: Holder,
  { space, rights, id = (row) => sql`${row}.id`, collectsForLists = false }: GrantedRows<R>,
): Ground<R> {
  return {
    rows(right) {
      const anyOfRights = rightsGiving(rights, right).filter((one) => rights.grantable.includes(one))
      if (anyOfRights.length === 0 || persons.length === 0) return false
      return (row, ofMany = false) => {
        const collectsIds = ofMany && collectsForLists
        const sql = granted(persons, { space, object: id(row), anyOfRights, ofMany: collectsIds })
        return { sql, looksElsewhere: false, collectsIds }
      }
    },
    explain: async (context) => ({ because: await grantReasons({ persons }, { space, rights }, context), but: [] }),
  }
}

async function grantReasons<R extends string>(
  { persons: [person] }: Pick<Holder, 'persons'>,
  { space, rights }: GrantedRows<R>,
  { reader, right, objectId, membershipPath }: ExplainContext<R>,
): Promise<Reason[]> {
  if (person === undefined || objectId === undefined || !isUuid(objectId)) return []
  const grants = await grantsOf(reader, space, objectId)
  return grants
    .filter((grant) => person.ids.includes(grant.subject) && gives(rights, grant.rights, right))
    .map(({ subject, rights: given, comment }) => {
      const through = subject === person.userId ? 'this user' : (membershipPath(subject) ?? [subject]).join(' ← ')
      const sentence = `${through} has a grant for ${given.join(', ')}${comment === '' ? '' : `: ${comment}`}`
      return { by: 'grant', from: 'object', sentence }
    })
}
