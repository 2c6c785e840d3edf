import { Bound, type Sql, sql } from '../../db/sql.ts'
import type { Person } from '../caller.ts'

/**
 * Somebody gave one of these persons the right to this object of a space (an application), beside all rules. Of one object
 * it is asked for itself; for many, all that was given is gathered first, so that an index can find the objects by it.
 */
export function granted(
  persons: readonly Person[],
  {
    space,
    object,
    anyOfRights,
    ofMany,
  }: { space: string; object: Sql; anyOfRights: readonly string[]; ofMany: boolean },
): Sql {
  const subjects = new Bound([...new Set(persons.flatMap(({ ids }) => ids))])
  const given = sql`g.space = ${space} and g.subject = any (${subjects}::uuid[]) and g.rights && ${anyOfRights}::text[]`
  if (ofMany) return sql`${object} = any (array(select g.object from access_grant g where ${given}))`
  return sql`exists (select from access_grant g where g.object = ${object} and ${given})`
}
