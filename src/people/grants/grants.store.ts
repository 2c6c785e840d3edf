import { Bound, type Sql, sql } from '../../db/sql.ts'
import type { Person } from '../caller.ts'

/** Somebody gave one of these persons the right to this object of a space (an application), beside all rules. */
export function granted(persons: readonly Person[], space: string, object: Sql, anyOfRights: readonly string[]): Sql {
  const subjects = new Bound([...new Set(persons.flatMap(({ ids }) => ids))])
  return sql`exists (select from access_grant g where g.space = ${space} and g.object = ${object}
    and g.subject = any (${subjects}::uuid[]) and g.rights && ${anyOfRights}::text[])`
}
