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
 * null for hidden values. Hidden applications have no rows. With `readsFieldTables`, values come from the field table if
 * there is one.
 */
export function applicationRows(application: Application, find: FindSource, readsFieldTables: boolean): Sql {
  const source = find(application.namespace, application.code)
  const columns = viewColumns(application)
  if (source === undefined) {
    return sql`select ${join(columns.map(({ name, type }) => sql`null::${typeSql(type)} as ${id(name)}`))} where false`
  }
  const table = readsFieldTables ? source.narrow?.table : undefined
  const row = sql`e`
  const narrow = table && new NarrowRow(row)
  const values = columns.map((column) => sql`${over(narrow, row, columnOver(source, column))} as ${id(column.name)}`)
  const from =
    narrow === undefined
      ? sql`${source.relation} ${row}`
      : sql`${table} ${narrow} left join ${partition} ${row} on ${row}.app = ${literal(application.id)}::uuid and ${row}.id = ${narrow}.id`
  const scope = over(narrow, row, (each) => source.scope(each, true))
  const live = over(narrow, row, source.live)
  return sql`select ${join(values)} from ${from} where ${scope} and ${live}`
}

/**
 * The partition with the elements. The planner leaves out a join of one table by its unique key if no column of it is
 * used, but not a join of the partitioned table.
 */
const partition = sql`element_default`

/** Returns SQL over the row of the field table if that row has all values; otherwise over the row of the element. */
function over(narrow: NarrowRow | undefined, row: Sql, make: (row: Sql) => Sql): Sql {
  const made = narrow && make(narrow)
  return made === undefined || readsElement(made) ? make(row) : made
}

function columnOver(source: Source, { type, value, compared }: ViewColumn): (row: Sql) => Sql {
  const json = (row: Sql) => (code: string) => source.fields.get(code)?.json(row) ?? sql`${literal('null')}::jsonb`
  const column = compared && source.fields.get(compared.key)?.narrow
  return (row) => {
    if (!(row instanceof NarrowRow)) return value(row, json(row))
    const hasValue = compared && column && column.holds !== 'list'
    const found = hasValue ? compared.value(column.sql(row)) : value(row, json(row))
    // The texts of a field table have other collations, by which they would be sorted and compared.
    return type === 'text' ? sql`(${found} collate "default")` : found
  }
}
