import { id, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import { collation, rowText, type Source, type SourceField } from '../../../query/index.ts'
import type { Field } from '../../../values/index.ts'
import type { Report } from '../report.ts'

/** The name of the sub-query that holds the rows of the report in a statement. */
export const reportRelation = id('report')

/**
 * Returns the source of a report's rows, whose fields are the columns. Rows have no ids. The rows are ordered by the
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
  const { json, text, compared } = field.type.asReportColumn!(field)
  const value = (row: Sql): Sql => sql`${row}.${id(field.code)}`
  return {
    field,
    json: (row) => json(value(row)),
    ...(text && { text: (row) => text(value(row)) }),
    ...(compared && { column: { kind: compared.kind, value: (row) => compared.value(value(row)) } }),
  }
}
