import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { id, join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { foldCode } from '../../../foundation/kit/codes.ts'
import type { Field, Part } from '../../../values/index.ts'
import type { Application } from '../application.ts'
import { withoutBinding } from '../unbound.ts'
import { viewName } from './view-name.ts'

/** The address of a definition with a view. */
type Viewed = Parameters<typeof viewName>[0]

export async function dropView(tx: Tx, viewed: Viewed): Promise<void> {
  await tx.rows(sql`drop view if exists bi.${id(viewName(viewed))}`)
}

/** Creates the view of an application. */
export async function createView(tx: Tx, application: Application): Promise<void> {
  await tx.rows(withoutBinding(sql`create view bi.${id(viewName(application))} as ${elementsOf(application)}`))
}

/**
 * Returns the SELECT of an application's live elements with a typed column for each field, or for each part of a field
 * with parts.
 */
export function elementsOf(application: Application): Sql {
  return sql`select ${selectList(viewColumns(application))}
    from element e where e.app = ${literal(application.id)}::uuid and e.deleted_at is null`
}

/** Returns the SELECT list of columns; the alias of the elements is `e`. */
export function selectList(columns: readonly ViewColumn[]): Sql {
  const json = (key: string): Sql => sql`e.body -> ${literal(key)}`
  return join(columns.map(({ name, value }) => sql`${value(sql`e`, json)} as ${id(name)}`))
}

/** Returns the names of at most five views that read the view of a definition and so prevent its removal. */
export async function dependantsOf(reader: Reader, viewed: Viewed): Promise<string[]> {
  const rows = await reader.rows<{ name: string }>(sql`
    select distinct r.ev_class::regclass::text as name from pg_depend d join pg_rewrite r on r.oid = d.objid
    where d.classid = 'pg_rewrite'::regclass and d.refobjid = to_regclass(${`bi."${viewName(viewed)}"`}::text)
      and r.ev_class <> d.refobjid order by 1 limit 5`)
  return rows.map(({ name }) => name)
}

/** A column of a view. */
export interface ViewColumn {
  readonly name: string
  /** The name of the SQL type. */
  readonly type: string
  /** The SQL of the value in a row of `element`; `json` returns the SQL of the value of a key of `body` as jsonb. */
  readonly value: (row: Sql, json: (key: string) => Sql) => Sql
  /** Set where the compared value of a key gives the value, too; the value of an array does not. */
  readonly compared?: { readonly key: string; readonly value: (compared: Sql) => Sql } | undefined
}

/** A field of a view, and the key of `body` that holds its values. */
export interface ViewField {
  readonly field: Field
  readonly key: string
}

/** Returns the columns of the view of an application: system columns, then one for each field or part of a field. */
export function viewColumns(application: Pick<Application, 'fields' | 'statuses'>): ViewColumn[] {
  const fields = [...application.fields.values()].map((field): ViewField => ({ field, key: field.code }))
  return withFields(systemColumns(application), fields)
}

/** Returns the columns of the system fields. */
export function systemColumns(application: Pick<Application, 'statuses'>): ViewColumn[] {
  const codes = application.statuses.map(
    (status) => sql`when ${literal(String(status.id))}::int then ${literal(status.code)}`,
  )
  return [
    { name: 'id', type: 'uuid', value: (row) => sql`${row}.id` },
    { name: 'name', type: 'text', value: (row) => sql`${row}.name` },
    { name: 'index', type: 'bigint', value: (row) => sql`${row}.idx` },
    {
      name: 'status',
      type: 'text',
      value: (row) => (codes.length === 0 ? sql`null::text` : sql`case ${row}.status ${join(codes, sql` `)} end`),
    },
    { name: 'directory', type: 'uuid', value: (row) => sql`${row}.directory` },
    { name: 'external_id', type: 'text', value: (row) => sql`${row}.external_id` },
    { name: 'created_at', type: 'timestamptz', value: (row) => sql`${row}.created_at` },
    { name: 'created_by', type: 'uuid', value: (row) => sql`${row}.created_by` },
    { name: 'updated_at', type: 'timestamptz', value: (row) => sql`${row}.updated_at` },
    { name: 'updated_by', type: 'uuid', value: (row) => sql`${row}.updated_by` },
  ]
}

/** Adds a column for each field or part of a field to the columns. */
export function withFields(columns: readonly ViewColumn[], fields: readonly ViewField[]): ViewColumn[] {
  const taken = new Set(columns.map(({ name }) => name))
  const own = fields.flatMap(fieldColumns).map((column): ViewColumn => {
    const name = freeName(column.name, taken)
    taken.add(foldCode(name))
    return { ...column, name }
  })
  return [...columns, ...own]
}

function fieldColumns({ field, key }: ViewField): ViewColumn[] {
  const column = (
    name: string,
    { type, json: part = (json) => json, isCompared }: Partial<Part> & Pick<Field, 'type'>,
  ): ViewColumn => {
    const { fromCompared } = type.column
    return {
      name,
      type: type.column.typeOf?.(field) ?? type.column.type,
      // JSON null becomes SQL null here, so that the expressions of the field types need not handle JSON null.
      value: (_row, json) => type.column.value(part(sql`nullif(${json(key)}, 'null'::jsonb)`), field),
      compared: isCompared && fromCompared && { key, value: (compared) => fromCompared(compared, field) },
    }
  }
  const parts = Object.entries(field.type.parts ?? {})
  if (parts.length === 0) return [column(field.code, { type: field.type, isCompared: true })]
  return parts.map(([name, part]) => column(`${field.code}_${name}`, part))
}

/**
 * Returns a free column name: the name, or a variant with a prefix or a number when the name is taken; at most 63
 * characters, the limit of PostgreSQL. Names that differ only in case count as taken, because many SQL tools do not
 * distinguish them.
 */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `field_${name}`.slice(0, 60) + (number === 2 ? '' : number)
    if (!taken.has(foldCode(candidate.slice(0, 63)))) return candidate.slice(0, 63)
  }
}
