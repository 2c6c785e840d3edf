import { Bound, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../../applications/application.ts'
import type { RequestedChange, Requirement } from './change-requirements.ts'

/**
 * Returns the requirements that protect the identity fields of a registered element: each field keeps its value until
 * the registration is annulled, even for administrators and processes.
 */
export function identityRequirements(
  { id, registration }: Application,
  body: RequestedChange['body'] = {},
): Requirement[] {
  const registered = isRegistered(id)
  return (registration?.identity ?? []).flatMap((code): Requirement[] => {
    if (!(code in body)) return []
    const value = new Bound(JSON.stringify(body[code]))
    const isSame = (row: Sql): Sql =>
      sql`coalesce(${row}.body -> ${literal(code)}, 'null') = coalesce(${value}::jsonb, 'null')`
    const met = (row: Sql): Sql => sql`(${isSame(row)} or not ${registered(row)})`
    return [{ of: { identity: code }, met }]
  })
}

/** Returns the SQL that tells whether an element of an application is registered. */
export function isRegistered(applicationId: string): (row: Sql) => Sql {
  const app = new Bound(applicationId)
  return (row) => sql`exists (select from registration given
      where given.app = ${app} and given.element = ${row}.id and given.state = 'registered')`
}
