import { join, Literal, literal, type Sql, sql } from '../foundation/db/sql.ts'
import { systemField } from '../values/index.ts'
import { categoryValues } from '../values/types/category.ts'
import type { SourceField } from './source.ts'

type Column = NonNullable<SourceField['column']>

/** Returns a system field that is stored in a column of the table. */
export function column(
  code: string,
  type: string,
  kind: Column['kind'],
  value: Column['value'],
  name = code,
): SourceField {
  const field = systemField(code, type, name)
  const source: SourceField = { field, json: (row) => sql`to_jsonb(${value(row)})`, column: { kind, value } }
  const text = textOfKind[kind]
  return text ? { ...source, text: (row) => text(value(row)) } : source
}

/** The JSON text of a value in a column, for kinds where that is faster than printing jsonb. */
const textOfKind: Partial<Record<Column['kind'], (value: Sql) => Sql>> = {
  uuid: quoted,
  text: (value) => sql`coalesce(to_json(${value})::text, 'null')`,
  int: (value) => sql`coalesce(${value}::text, 'null')`,
}

/** Returns a system field that has the same value in all rows, given as JSON text. */
export function constantField(code: string, type: string, json: string, name = code): SourceField {
  return { field: systemField(code, type, name), json: () => sql`${literal(json)}::jsonb`, text: () => literal(json) }
}

/**
 * Returns a system field whose value is one of these codes. A filter with another code is refused.
 */
export function codeColumn(code: string, codes: readonly string[], value: Column['value'], name = code): SourceField {
  const source = column(code, 'ENUM', 'code', value, name)
  return {
    ...source,
    field: { ...source.field, values: categoryValues(codes.map((one) => ({ code: one, name: one }))) },
  }
}

/** Returns a system field that is stored in a `timestamptz` column. */
export function timeColumn(code: string, value: Column['value'], name = code): SourceField {
  return {
    field: systemField(code, 'DATETIME', name),
    json: (row) => sql`to_jsonb(wire_time(${value(row)}))`,
    text: (row) => quoted(sql`wire_time(${value(row)})`),
    column: { kind: 'timestamp', value },
  }
}

/**
 * The system fields that say who created and changed a row and when the row was created, changed and deleted. The
 * fields fit every table with the columns `created_at`, `created_by`, `updated_at`, `updated_by` and `deleted_at`.
 */
export const stampColumns: readonly SourceField[] = [
  timeColumn('__createdAt', (row) => sql`${row}.created_at`),
  column('__createdBy', 'SYS_USER', 'uuid', (row) => sql`${row}.created_by`),
  timeColumn('__updatedAt', (row) => sql`${row}.updated_at`),
  column('__updatedBy', 'SYS_USER', 'uuid', (row) => sql`${row}.updated_by`),
  timeColumn('__deletedAt', (row) => sql`${row}.deleted_at`),
]

/**
 * Returns the order of a source with the columns `created_at` and `id`: newest first, or oldest first with `ascending`.
 */
export function newestFirst(row: Sql, ascending = false): Sql {
  return ascending ? sql`${row}.created_at, ${row}.id` : sql`${row}.created_at desc, ${row}.id desc`
}

type Member = readonly [name: string, text: Sql]

/** Returns the SQL of a JSON object as text, which is faster than building jsonb and printing it. */
export function objectText(members: readonly Member[]): Sql {
  return sql`(${membersText(members)} || '}')`
}

function membersText(members: readonly Member[]): Sql {
  const parts: Sql[] = []
  let constant = '{'
  for (const [place, [name, text]] of members.entries()) {
    constant += `${place === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (text instanceof Literal) constant += text.value
    else {
      parts.push(literal(constant), text)
      constant = ''
    }
  }
  return join(constant === '' ? parts : [...parts, literal(constant)], sql` || `)
}

/** Returns the SQL of the field's value as JSON text; never null. */
export function fieldText({ json, text }: SourceField, row: Sql): Sql {
  return text?.(row) ?? sql`coalesce(${json(row)}::text, 'null')`
}

/**
 * Returns the SQL of a row's JSON text with all fields, for `Source.whole`. `more` are the SQL texts of non-empty JSON
 * objects whose members are appended.
 */
export function rowText(fields: readonly SourceField[], row: Sql, ...more: readonly Sql[]): Sql {
  const members = fields.map((field): Member => [field.field.code, fieldText(field, row)])
  if (more.length === 0) return objectText(members)
  // The last object may be long, and `substr` would count its characters.
  const rest = more.map((object, place) =>
    place === more.length - 1 ? sql`right(${object}, -1)` : sql`left(right(${object}, -1), -1)`,
  )
  return sql`(${membersText(members)} || ',' || ${join(rest, sql` || ',' || `)})`
}

function quoted(value: Sql): Sql {
  return sql`coalesce('"' || ${value} || '"', 'null')`
}
