import type { Apps } from '../../data/index.ts'
import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'

/**
 * Returns the SQL of the name of a registered document, by a row with `app` and `element`; null when the caller cannot
 * see the document.
 */
export function documentName(apps: Pick<Apps, 'catalog' | 'findFor'>, caller: Caller, row: Sql): Sql {
  const find = apps.findFor(caller)
  const names = apps.catalog.applications().flatMap((application): Sql[] => {
    const source = application.registration && find(application.namespace, application.code)
    if (source === undefined) return []
    return [
      sql`when ${application.id} then (select named.name from ${source.relation} named
        where named.id = ${row}.element and named.app = ${row}.app and ${source.scope(sql`named`, true)})`,
    ]
  })
  return names.length === 0 ? sql`null::text` : sql`case ${row}.app ${join(names, sql` `)} end`
}
