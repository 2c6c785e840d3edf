import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField, timeColumn } from '../../../query/index.ts'
import { systemField } from '../../../values/index.ts'
import { type HiddenVariables, hidesAny } from '../../definition/index.ts'

const json = (code: string, name: string, value: (p: Sql) => Sql): SourceField => ({
  field: systemField(code, 'JSON', name),
  json: value,
})

const template = (p: Sql): Sql => sql`(select jsonb_build_object('id', t.id, 'namespace', t.namespace, 'code', t.code,
  'name', t.name, 'version', ${p}.version) from process_template t where t.id = ${p}.template)`

const instance = (p: Sql): Sql => sql`(select jsonb_build_object('id', i.id, 'name', i.name, 'state', i.state)
  from process_instance i where i.id = ${p}.instance)`

const url = (p: Sql): Sql => sql`(${p}.settings #>> '{parameters,url}')`

/** The number of attempts that have begun. The row has the number of the next attempt while that attempt is not due. */
const attempts = (p: Sql): Sql => sql`(${p}.attempts - (select count(*)::int from process_wait w
  where w.instance = ${p}.instance and w.id = ${p}.id and (w.details ->> 'due')::timestamptz > platform_now()))`

/**
 * Returns the fields of restore points. Only the names of secrets are shown; their values are not stored. The input is
 * empty and the address is null for activities whose instances have variables that the caller may not read.
 */
const fieldsOf = (shown: (p: Sql, value: Sql, other: Sql) => Sql): readonly SourceField[] => [
  column('__id', 'CATEGORY', 'uuid', (p) => sql`${p}.id`, 'Id'),
  column('id', 'CATEGORY', 'uuid', (p) => sql`${p}.id`, 'Id'),
  column('state', 'STRING', 'text', (p) => sql`${p}.state`, 'State'),
  column('instanceId', 'CATEGORY', 'uuid', (p) => sql`${p}.instance`, 'Instance'),
  column('templateId', 'CATEGORY', 'uuid', (p) => sql`${p}.template`, 'Template'),
  column('elementId', 'STRING', 'text', (p) => sql`${p}.element`, 'Element of the process'),
  column('url', 'STRING', 'text', (p) => shown(p, url(p), sql`null`), 'Address of the other system'),
  column('attempts', 'FLOAT', 'int', attempts, 'Attempts that have begun'),
  timeColumn('createdAt', (p) => sql`${p}.created_at`, 'Created at'),
  timeColumn('expiresAt', (p) => sql`${p}.expires_at`, 'Expires at'),
  timeColumn('endedAt', (p) => sql`${p}.ended_at`, 'Ended at'),
  json('input', 'Input', (p) => shown(p, sql`${p}.input`, sql`'{}'::jsonb`)),
  json('answer', 'Declared answer', (p) => sql`coalesce(${p}.settings -> 'answer', '[]')`),
  json('instance', 'Instance', instance),
  json('template', 'Template', template),
]

/**
 * Returns the source of the restore points that `scope` selects, newest first. `hidden` gives the variables that the
 * caller may not read; undefined when the caller may read all variables.
 */
export function restorePointSource(scope: (p: Sql) => Sql, hidden: HiddenVariables | undefined): Source {
  const hides = hidden && hidesAny(hidden)
  const fields = fieldsOf((p, value, other) =>
    hides === undefined ? value : sql`(case when ${hides(sql`${p}.instance`)} then ${other} else ${value} end)`,
  )
  return {
    namespace: '_process',
    code: 'restorePoints',
    relation: sql`process_restore_point`,
    scope,
    narrowed: 'elsewhere',
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (p) => sql`${p}.state = 'open'`,
    whole: (p) => rowText(fields, p),
    id: (p) => sql`${p}.id`,
  }
}
