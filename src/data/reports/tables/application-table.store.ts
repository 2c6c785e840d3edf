import { id, join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { FindSource } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { viewName } from '../../applications/views/view-name.ts'
import { viewColumns } from '../../applications/views/views.store.ts'
import { typeSql } from '../sql/check-query.store.ts'
import type { TableShape } from './report-table.ts'

/** Returns the table of an application: the name and the columns of its view in the schema `bi`. */
export function applicationTable(application: Application): TableShape {
  return { name: viewName(application), columns: viewColumns(application) }
}

/**
 * Returns the SELECT of an application's elements as `find` shows them: without deleted and hidden elements, and with
 * null for hidden values. Hidden applications have no rows.
 */
export function applicationRows(application: Application, find: FindSource): Sql {
  const source = find(application.namespace, application.code)
  const columns = viewColumns(application)
  if (source === undefined) {
    return sql`select ${join(columns.map(({ name, type }) => sql`null::${typeSql(type)} as ${id(name)}`))} where false`
  }
  const row = sql`e`
  const json = (code: string): Sql => source.fields.get(code)?.json(row) ?? sql`${literal('null')}::jsonb`
  const values = columns.map(({ name, value }) => sql`${value(row, json)} as ${id(name)}`)
  return sql`select ${join(values)} from ${source.relation} ${row} where ${source.scope(row, true)} and ${source.live(row)}`
}
