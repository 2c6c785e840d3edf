import { Bound, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { column, rowText, type Source, type SourceField, timeColumn } from '../../../query/index.ts'
import { systemField } from '../../../values/index.ts'
import { type HiddenVariables, hiddenMessage, hidesAny } from '../../definition/index.ts'

const templateJson = (row: Sql): Sql => sql`(select jsonb_build_object('id', t.id, 'name', t.name,
  'namespace', t.namespace, 'code', t.code, 'version', ${row}.version) from process_template t where t.id = ${row}.template)`

const fieldsOf = (text: (row: Sql, shown: Sql) => Sql): readonly SourceField[] => [
  { ...column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`, 'Id'), isSortIndexed: true },
  { field: systemField('template', 'JSON', 'Template'), json: templateJson },
  column('templateId', 'CATEGORY', 'uuid', (row) => sql`${row}.template`, 'Template id'),
  column('version', 'FLOAT', 'int', (row) => sql`${row}.version`, 'Version'),
  column('instanceId', 'CATEGORY', 'uuid', (row) => sql`${row}.instance`, 'Instance'),
  column('element', 'STRING', 'text', (row) => sql`${row}.element`, 'Element of the diagram'),
  column('kind', 'ENUM', 'code', (row) => sql`${row}.kind`, 'Kind'),
  column('message', 'STRING', 'text', (row) => text(row, sql`${row}.message`), 'Message'),
  column('messageHash', 'STRING', 'text', (row) => text(row, sql`${row}.message_hash`), 'Hash of the message'),
  column('state', 'ENUM', 'code', (row) => sql`${row}.state`, 'State'),
  timeColumn('openedAt', (row) => sql`${row}.opened_at`, 'Opened at'),
  timeColumn('endedAt', (row) => sql`${row}.ended_at`, 'Ended at'),
  column('endedBy', 'SYS_USER', 'uuid', (row) => sql`${row}.ended_by`, 'Ended by'),
]

/**
 * Returns the function that shows a text of an incident, or a fixed text if variables of the instance are hidden from
 * the caller.
 */
export function shownText(hidden: HiddenVariables | undefined): (row: Sql, text: Sql) => Sql {
  if (hidden === undefined) return (_row, text) => text
  const hides = hidesAny(hidden)
  return (row, text) => sql`(case when ${hides(sql`${row}.instance`)} then ${literal(hiddenMessage)} else ${text} end)`
}

/** The rows of a list of incidents; without restrictions, all incidents. */
export interface IncidentRows {
  /** Predicate for the incidents that the caller may see; absent when the caller sees all. */
  readonly visible?: ((row: Sql) => Sql) | undefined
  /** Variables that the caller may not read; absent when the caller may read all of them. */
  readonly hidden?: HiddenVariables | undefined
  readonly template?: string | undefined
  readonly instance?: string | undefined
}

/** Returns the source of incidents, newest first. `active` selects the open incidents. */
export function incidentSource({ visible, hidden, template, instance }: IncidentRows): Source {
  const fields = fieldsOf(shownText(hidden))
  const only = [
    ...(template === undefined ? [] : [(row: Sql) => sql`${row}.template = ${new Bound(template)}::uuid`]),
    ...(instance === undefined ? [] : [(row: Sql) => sql`${row}.instance = ${new Bound(instance)}::uuid`]),
    ...(visible === undefined ? [] : [visible]),
  ]
  return {
    namespace: '_process',
    code: 'incidents',
    relation: sql`process_incident`,
    scope: (row) => only.reduce((all, one) => sql`${all} and ${one(row)}`, sql`true`),
    narrowed: only.length > 0 ? 'elsewhere' : undefined,
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: (row, ascending = false) =>
      ascending ? sql`${row}.opened_at, ${row}.id` : sql`${row}.opened_at desc, ${row}.id desc`,
    live: (row) => sql`${row}.state = 'open'`,
    whole: (row) => rowText(fields, row),
    id: (row) => sql`${row}.id`,
  }
}
