import { id, join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { type FindSource, NarrowRow, type Source } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { viewName } from '../../applications/views/view-name.ts'
import { type ViewColumn, viewColumns } from '../../applications/views/views.store.ts'
import { readsElement } from '../../elements/source/system-fields.ts'
import { typeSql } from '../sql/check-query.store.ts'
import type { TableShape } from './report-table.ts'

/** Returns the table of an application: the name and the columns of its view in the schema `bi`. */
export function applicationTable(application: Application): TableShape {
  return { name: viewName(application), columns: viewColumns(application) }
}

/**
 * Returns the SELECT of an application's elements as `find` shows them: without deleted and hidden elements, and with
 * null for hidden values. Hidden applications have no rows. Reads the field table if there is one and it has all columns
 * that pass `isNamed`; undefined means that the field table cannot be read.
 */
export function applicationRows(
  application: Application,
  find: FindSource,
  isNamed: ((column: string) => boolean) | undefined,
): Sql {
  const source = find(application.namespace, application.code)
  const columns = viewColumns(application)
  if (source === undefined) {
    return sql`select ${join(columns.map(({ name, type }) => sql`null::${typeSql(type)} as ${id(name)}`))} where false`
  }
  const narrow = isNamed && narrowRows(source, columns, isNamed)
  if (narrow !== undefined) return narrow
  const row = sql`e`
  return selectOf(
    columns.map(({ name, value }) => ({ name, value: value(row, jsonOf(source, row)) })),
    sql`${source.relation} ${row}`,
    shownRows(source, row),
  )
}

/**
 * Returns the SELECT that reads the field table; undefined where it lacks a named column, or a field on which the rights
 * depend. The other columns that it lacks are read through the id, once for each row and column, if they are read after
 * all.
 */
function narrowRows(
  source: Source,
  columns: readonly ViewColumn[],
  isNamed: (column: string) => boolean,
): Sql | undefined {
  const table = source.narrow?.table
  if (table === undefined) return undefined
  const row = new NarrowRow(sql`e`)
  const values = columns.map((column) => ({ name: column.name, value: narrowValue(source, column, row) }))
  const condition = shownRows(source, row)
  const read = [condition, ...values.filter(({ name }) => isNamed(name)).map(({ value }) => value)]
  return read.some(readsElement) ? undefined : selectOf(values, sql`${table} ${row}`, condition)
}

function narrowValue(source: Source, { type, value, compared }: ViewColumn, row: NarrowRow): Sql {
  const column = compared && source.fields.get(compared.key)?.narrow
  const found =
    compared && column && column.holds !== 'list' ? compared.value(column.sql(row)) : value(row, jsonOf(source, row))
  // The texts of a field table have other collations, by which they would be sorted and compared.
  return type === 'text' ? sql`(${found} collate "default")` : found
}

function jsonOf(source: Source, row: Sql): (code: string) => Sql {
  return (code) => source.fields.get(code)?.json(row) ?? sql`${literal('null')}::jsonb`
}

function shownRows(source: Source, row: Sql): Sql {
  return sql`${source.scope(row, true)} and ${source.live(row)}`
}

function selectOf(columns: readonly { name: string; value: Sql }[], from: Sql, condition: Sql): Sql {
  return sql`select ${join(columns.map(({ name, value }) => sql`${value} as ${id(name)}`))} from ${from} where ${condition}`
}
