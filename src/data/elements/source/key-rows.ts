import { join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../../applications/application.ts'

/** Returns the unique keys of a row as rows `(key, value)`; undefined when the row cannot have a key. */
export function keyRows(application: Application, row: Sql, withExternalId: boolean): Sql | undefined {
  const rows = application.uniqueKeys.map((codes) => {
    const values = codes.map((code) => sql`${row}.body -> ${literal(code)}`)
    return sql`(${literal(codes.join(','))}, element_key_value(jsonb_build_array(${join(values)})))`
  })
  if (withExternalId) rows.push(sql`('__externalId', element_key_value(jsonb_build_array(${row}.external_id)))`)
  return rows.length === 0 ? undefined : sql`(values ${join(rows)})`
}
