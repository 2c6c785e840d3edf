import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { id, join, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { foldCode } from '../../../foundation/kit/codes.ts'
import type { Field } from '../../../query/fields/index.ts'
import type { Application } from '../application.ts'
import { withoutBinding } from '../unbound.ts'
import { viewName } from './view-name.ts'

/** The address of a definition with a view. */
type Viewed = Parameters<typeof viewName>[0]

export async function dropView(tx: Tx, viewed: Viewed): Promise<void> {
  await tx.rows(sql`drop view if exists bi.${id(viewName(viewed))}`)
}

/**
 * Creates the view of an application: its live elements with a typed column for each field, or for each part of a field
 * with parts.
 */
export async function createView(tx: Tx, application: Application): Promise<void> {
  const fields = [...application.fields.values()].map((field): ViewField => ({ field, key: field.code }))
  await tx.rows(
    withoutBinding(sql`
    create view bi.${id(viewName(application))} as
    select ${join(viewColumns(systemColumns(application), fields))}
    from element e where e.app = ${literal(application.id)}::uuid and e.deleted_at is null`),
  )
}

/** Returns at most five views that read this view and so prevent dropping it. */
export async function dependantsOf(reader: Reader, application: Viewed): Promise<string[]> {
  const rows = await reader.rows<{ name: string }>(sql`
    select distinct r.ev_class::regclass::text as name from pg_depend d join pg_rewrite r on r.oid = d.objid
    where d.classid = 'pg_rewrite'::regclass and d.refobjid = to_regclass(${`bi."${viewName(application)}"`}::text)
      and r.ev_class <> d.refobjid order by 1 limit 5`)
  return rows.map(({ name }) => name)
}

export type ViewColumn = [name: string, value: Sql]

/** A field of a view, and the key of `body` that holds its values. */
export interface ViewField {
  readonly field: Field
  readonly key: string
}

/** Returns the columns of the system fields; the alias of the elements is `e`. */
export function systemColumns(application: Pick<Application, 'statuses'>): ViewColumn[] {
  const codes = application.statuses.map(
    (status) => sql`when ${literal(String(status.id))}::int then ${literal(status.code)}`,
  )
  return [
    ['id', sql`e.id`],
    ['name', sql`e.name`],
    ['index', sql`e.idx`],
    ['status', codes.length === 0 ? sql`null::text` : sql`case e.status ${join(codes, sql` `)} end`],
    ['directory', sql`e.directory`],
    ['external_id', sql`e.external_id`],
    ['created_at', sql`e.created_at`],
    ['created_by', sql`e.created_by`],
    ['updated_at', sql`e.updated_at`],
    ['updated_by', sql`e.updated_by`],
  ]
}

/** Returns the SELECT list of a view: the system columns, then a column for each field or part of a field. */
export function viewColumns(system: readonly ViewColumn[], fields: readonly ViewField[]): Sql[] {
  const taken = new Set(system.map(([name]) => name))
  const named = fields.flatMap(fieldColumns).map(([name, value]): ViewColumn => {
    const free = freeName(name, taken)
    taken.add(foldCode(free))
    return [free, value]
  })
  return [...system, ...named].map(([name, value]) => sql`${value} as ${id(name)}`)
}

function fieldColumns({ field, key }: ViewField): ViewColumn[] {
  // JSON null becomes SQL null here, so that the expressions of the field types need not handle JSON null.
  const json = sql`nullif(e.body -> ${literal(key)}, 'null'::jsonb)`
  const parts = Object.entries(field.type.parts ?? {})
  if (parts.length === 0) return [[field.code, field.type.column.value(json, field)]]
  return parts.map(([name, part]) => [`${field.code}_${name}`, part.type.column.value(part.json(json), field)])
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
