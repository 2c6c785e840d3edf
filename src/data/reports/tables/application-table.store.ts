import { id, join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { type FindSource, NarrowRow, type Source } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { viewName } from '../../applications/views/view-name.ts'
import { type ViewColumn, viewColumns } from '../../applications/views/views.store.ts'
import { readsElement } from '../../elements/source/system-fields.ts'
import { typeSql } from '../sql/check-query.store.ts'
import type { IsNamed } from '../sql/named-columns.ts'
import type { TableShape } from './report-table.ts'

/** Returns the table of an application: the name and the columns of its view in the schema `bi`. */
export function applicationTable(application: Application): TableShape {
  return { name: viewName(application), columns: viewColumns(application) }
}

/**
 * Returns the SELECT of an application's elements as `find` shows them: without deleted and hidden elements, and with
 * null for hidden values. Hidden applications have no rows. The values come from the field table if there is one with all
 * columns that pass `isNamed`; without `isNamed`, they come from the elements.
 */
export function applicationRows(application: Application, find: FindSource, isNamed: IsNamed | undefined): Sql {
  const source = find(application.namespace, application.code)
  const columns = viewColumns(application)
  if (source === undefined) {
    return sql`select ${join(columns.map(({ name, type }) => sql`null::${typeSql(type)} as ${id(name)}`))} where false`
  }
  const narrow = isNamed && narrowRows(application, source, columns, isNamed)
  if (narrow !== undefined) return narrow
  const row = sql`e`
  const values = columns.map((column) => columnOver(source, column, row))
  return sql`select ${join(values)} from ${source.relation} ${row} where ${shownRows(source, row)}`
}

/**
 * Returns the SELECT that reads the field table; undefined where it lacks a named column, or a field on which the rights
 * depend. The rows are joined with those of `element`, for columns that `isNamed` has missed. The join costs nothing when
 * none of its columns is used, because PostgreSQL then leaves it out. It can only do that as the join names one partition,
 * whose key is unique, instead of the partitioned table.
 */
function narrowRows(
  { id: app }: Application,
  source: Source,
  columns: readonly ViewColumn[],
  isNamed: IsNamed,
): Sql | undefined {
  const table = source.narrow?.table
  if (table === undefined) return undefined
  const whole = sql`e`
  const row = new NarrowRow(whole)
  const shown = shownRows(source, row)
  const values = columns.map((column) => ({ column, value: columnOver(source, column, row) }))
  const read = values.filter(({ column }) => isNamed(column.name)).map(({ value }) => value)
  if ([shown, ...read].some(readsElement)) return undefined
  const all = values.map(({ column, value }) => (readsElement(value) ? columnOver(source, column, whole) : value))
  return sql`select ${join(all)} from ${table} ${row}
    left join public.element_default ${whole} on ${whole}.app = ${literal(app)}::uuid and ${whole}.id = ${row}.id
    where ${shown}`
}

function shownRows(source: Source, row: Sql): Sql {
  return sql`${source.scope(row, true)} and ${source.live(row)}`
}

/** Returns a column of the SELECT list over a row of the field table or of the elements. */
function columnOver(source: Source, { name, type, value, compared }: ViewColumn, row: Sql): Sql {
  const json = (code: string): Sql => source.fields.get(code)?.json(row) ?? sql`${literal('null')}::jsonb`
  if (!(row instanceof NarrowRow)) return sql`${value(row, json)} as ${id(name)}`
  const column = compared && source.fields.get(compared.key)?.narrow
  const hasValue = compared && column && column.holds !== 'list'
  const found = hasValue ? compared.value(column.sql(row)) : value(row, json)
  // The texts of a field table have other collations, by which they would be sorted and compared.
  return sql`${type === 'text' ? sql`(${found} collate "default")` : found} as ${id(name)}`
}
