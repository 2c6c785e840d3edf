import { Bound, literal, type Sql, sql } from '../../db/sql.ts'
import { type FindSource, rowText, type Source, type SourceField } from '../../query/index.ts'
import type { Application } from '../definitions/application.ts'
import { systemFields } from './system-fields.ts'

/**
 * The elements of an application as something that can be queried: its own fields and the system ones.
 * `find` leads to the applications that its references point to.
 */
export function elementSource(application: Application, find: FindSource): Source {
  const system = systemFields(application, find)
  const own = [...application.fields.values()].map((field): SourceField => {
    const target = field.type.refersTo?.(field)
    const source: SourceField = { field, json: (row) => sql`(${row}.body -> ${literal(field.code)})` }
    if (target?.to === 'element') return { ...source, target: () => find(target.namespace, target.code) }
    if (target?.to === 'user') return { ...source, target: () => find('_system_catalogs', '_users') }
    return source
  })
  const app = new Bound(application.id)
  return {
    namespace: application.namespace,
    code: application.code,
    relation: sql`element`,
    scope: (row) => sql`${row}.app = ${app}`,
    fields: new Map([...system, ...own].map((field) => [field.field.code, field])),
    order: (row) => sql`${row}.created_at desc, ${row}.id desc`,
    live: (row) => sql`${row}.deleted_at is null`,
    whole: wholeRow(application, system),
    id: (row) => sql`${row}.id`,
  }
}

/** The row as JSON text. Fields that were defined after the row was written are null, dropped ones are left out. */
function wholeRow(application: Application, system: readonly SourceField[]): (row: Sql) => Sql {
  const codes = [...application.fields.keys()]
  const present = new Bound(codes)
  const empty = new Bound(JSON.stringify(Object.fromEntries(codes.map((code) => [code, null]))))
  const dropped = application.droppedFields.length === 0 ? undefined : new Bound(application.droppedFields)
  return (row) => {
    const kept = dropped ? sql`(${row}.body - ${dropped}::text[])` : sql`${row}.body`
    // To merge costs as much as all the rest, and only rows older than a field need it.
    const body = sql`(case when ${row}.body ?& ${present}::text[] then ${kept} else ${empty}::jsonb || ${kept} end)::text`
    return rowText(system, row, codes.length === 0 ? undefined : body)
  }
}
