import { join, literal, type Sql, sql } from '../db/sql.ts'
import { systemField } from '../fields/index.ts'
import type { SourceField } from './source.ts'

type Column = NonNullable<SourceField['column']>

/** A field of the platform's own that is a column of the table. */
export function column(
  code: string,
  type: string,
  kind: Column['kind'],
  value: Column['value'],
  name = code,
): SourceField {
  const field = systemField(code, type, name)
  const source: SourceField = { field, json: (row) => sql`to_jsonb(${value(row)})`, column: { kind, value } }
  return kind === 'uuid' ? { ...source, text: (row) => quoted(value(row)) } : source
}

/** A field of the platform's own that is a timestamptz column. */
export function timeColumn(code: string, value: Column['value'], name = code): SourceField {
  return {
    field: systemField(code, 'DATETIME', name),
    json: (row) => sql`to_jsonb(wire_time(${value(row)}))`,
    text: (row) => quoted(sql`wire_time(${value(row)})`),
    column: { kind: 'timestamp', value },
  }
}

/** Who made, changed and deleted a row of the platform's own tables, and when, as the wire spells it. */
export const stampColumns: readonly SourceField[] = [
  timeColumn('__createdAt', (row) => sql`${row}.created_at`),
  column('__createdBy', 'SYS_USER', 'uuid', (row) => sql`${row}.created_by`),
  timeColumn('__updatedAt', (row) => sql`${row}.updated_at`),
  column('__updatedBy', 'SYS_USER', 'uuid', (row) => sql`${row}.updated_by`),
  timeColumn('__deletedAt', (row) => sql`${row}.deleted_at`),
]

/** The order of a source with `created_at` and `id`: newest first, or oldest first when it is reversed. */
export function newestFirst(row: Sql, ascending = false): Sql {
  return ascending ? sql`${row}.created_at, ${row}.id` : sql`${row}.created_at desc, ${row}.id desc`
}

type Member = readonly [name: string, text: Sql]

/** The text of a JSON object, which is quicker than to build jsonb and print it. */
export function objectText(members: readonly Member[]): Sql {
  return sql`(${membersText(members)} || '}')`
}

function membersText(members: readonly Member[]): Sql {
  const parts = members.map(
    ([name, text], place) => sql`${literal(`${place === 0 ? '{' : ','}${JSON.stringify(name)}:`)} || ${text}`,
  )
  return join(parts, sql` || `)
}

/** The field's value as JSON text, never null. */
export function fieldText({ json, text }: SourceField, row: Sql): Sql {
  return text?.(row) ?? sql`coalesce(${json(row)}::text, 'null')`
}

/**
 * All fields of a row, as `whole` of a source is to give them. `more` is the text of a JSON object whose members come
 * after them; it may not be empty.
 */
export function rowText(fields: readonly SourceField[], row: Sql, more?: Sql): Sql {
  const members = fields.map((field): Member => [field.field.code, fieldText(field, row)])
  return more ? sql`(${membersText(members)} || ',' || substr(${more}, 2))` : objectText(members)
}

function quoted(value: Sql): Sql {
  return sql`coalesce('"' || ${value} || '"', 'null')`
}
