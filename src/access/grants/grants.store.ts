import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Person } from '../../people/caller.ts'

/**
 * Returns a condition: one of these persons has a grant with one of the rights for `object`, which belongs to `space`
 * (an application, files or directories). With `ofMany`, the condition first collects all granted objects, so that an
 * index on their ids can be used; otherwise it checks the single object.
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
