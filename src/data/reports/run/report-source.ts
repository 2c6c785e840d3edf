import { id, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import { collation, rowText, type Source, type SourceField } from '../../../query/index.ts'
import type { Field } from '../../../values/index.ts'
import { columnKind } from '../definition/report-problems.ts'
import type { Report } from '../report.ts'

/** The name of the sub-query that holds the rows of the report in a statement. */
export const reportRelation = id('report')

/**
 * Returns the source of a report's rows, whose fields are the columns. Rows have no ids. They are ordered by the
 * default order and then by every column, so that pages do not overlap; rows that are equal in every column are
 * interchangeable.
 */
export function reportSource({ namespace, code, columns, sort }: Report): Source {
  const fields = new Map([...columns.values()].map((field) => [field.code, sourceField(field)]))
  const sorted = sort.map(({ field }) => field)
  const rest = [...columns.keys()].filter((name) => !sorted.includes(name))
  const keys = [...sort, ...rest.map((field) => ({ field, ascending: true }))]
  return {
    namespace,
    code,
    relation: reportRelation,
    scope: () => sql`true`,
    fields,
    order: (row) =>
      join(
        keys.map(({ field, ascending }) => {
          const { column } = fields.get(field)!
          const value = column ? sql`${column.value(row)}${collation(column.kind)}` : sql`${row}.${id(field)}::text`
          return ascending ? value : sql`${value} desc`
        }),
      ),
    live: () => sql`true`,
    whole: (row) => rowText([...fields.values()], row),
    id: () => sql`null::uuid`,
  }
}

/** Returns the field of a column, which is compared by the column's type and shown like a field of an element. */
function sourceField(field: Field): SourceField {
  const value = (row: Sql): Sql => sql`${row}.${id(field.code)}`
  const quoted = (text: Sql): Sql => sql`coalesce('"' || ${text} || '"', 'null')`
  switch (columnKind(field)) {
    case 'number':
      return {
        field,
        json: (row) => sql`to_jsonb(${value(row)})`,
        column: { kind: 'number', value: (row) => sql`${value(row)}::numeric` },
      }
    case 'boolean':
      return { field, json: (row) => sql`to_jsonb(${value(row)})`, column: { kind: 'boolean', value } }
    case 'user':
      return { field, json: (row) => sql`to_jsonb(${value(row)})`, column: { kind: 'uuid', value } }
    case 'datetime':
      return {
        field,
        json: (row) => sql`to_jsonb(wire_time(${value(row)}))`,
        text: (row) => quoted(sql`wire_time(${value(row)})`),
        column: { kind: 'timestamp', value },
      }
    case 'date': {
      const moment = (row: Sql): Sql => sql`(${value(row)}::timestamp at time zone 'UTC')`
      return {
        field,
        json: (row) => sql`to_jsonb(wire_time(${moment(row)}))`,
        column: { kind: 'timestamp', value: moment },
      }
    }
    case 'time': {
      const instant = (row: Sql): Sql => sql`('0001-01-01T' || to_char(${value(row)}, 'HH24:MI:SS'))`
      return {
        field,
        json: (row) => sql`to_jsonb(${instant(row)} || 'Z')`,
        column: { kind: 'instant', value: (row) => sql`(${instant(row)} collate "C")` },
      }
    }
    case 'json':
      return { field, json: (row) => sql`to_jsonb(${value(row)})` }
    default:
      return {
        field,
        json: (row) => sql`to_jsonb(${value(row)}::text)`,
        column: { kind: 'text', value: (row) => sql`${value(row)}::text` },
      }
  }
}
