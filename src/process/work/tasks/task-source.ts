import { type Sql, sql } from '../../../foundation/db/sql.ts'
import {
  codeColumn,
  column,
  newestFirst,
  rowText,
  type Source,
  type SourceField,
  timeColumn,
} from '../../../query/index.ts'
import { sheetTaskRows } from '../../../records/index.ts'
import { systemField } from '../../../values/index.ts'

/** Returns a field whose value is JSON. The field can be shown but not compared. */
const json = (code: string, value: (t: Sql) => Sql, name = code): SourceField => ({
  field: systemField(code, 'JSON', name),
  json: value,
})

/** Returns a field with the ids of users, groups or items of the organisation chart. */
const ids = (code: string, name: string, value: (t: Sql) => Sql): SourceField => ({
  field: systemField(code, 'SYS_USER', name, true),
  json: (t) => sql`to_jsonb(coalesce(${value(t)}, '{}'))`,
  hasAny: (t, wanted) => sql`coalesce(${value(t)} && ${wanted}::uuid[], false)`,
})

const performers = (t: Sql): Sql =>
  sql`case when ${t}.assignee is null then ${t}.candidates else array[${t}.assignee] end`

const template = (t: Sql): Sql => sql`(select jsonb_build_object('id', of_task.id, 'namespace', of_task.namespace,
  'code', of_task.code, 'name', of_task.name, 'version', ${t}.version)
  from process_template of_task where of_task.id = ${t}.template)`

const instance = (t: Sql): Sql => sql`(select jsonb_build_object('id', of_task.id, 'name', of_task.name,
  'state', of_task.state, 'templateId', of_task.template) from process_instance of_task where of_task.id = ${t}.instance)`

const item = (t: Sql): Sql => sql`(select jsonb_build_object('id', ${t}.item, 'code', of_task.code,
  'namespace', of_task.namespace) from application of_task where of_task.id = ${t}.item_app and ${t}.item is not null)`

/**
 * The states of a task: in the queue of its candidates, assigned to a performer, completed, and cancelled. The same
 * words are used for the tasks of an instance and of an element.
 */
export const shownTaskStates = ['assignment', 'inProgress', 'closed', 'cancel'] as const

const sheet = (t: Sql): Sql => sql`(select jsonb_build_object('id', of_task.id, 'round', of_task.round,
  'comment', of_task.comment, 'createdBy', of_task.created_by,
  'file', jsonb_build_object('id', of_task.file, 'name', of_task.file_name, 'version', of_task.version))
  from sheet of_task where of_task.id = ${t}.sheet)`

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (t) => sql`${t}.id`, 'Id'),
  column('id', 'CATEGORY', 'uuid', (t) => sql`${t}.id`, 'Id'),
  column('subject', 'STRING', 'text', (t) => sql`${t}.subject`, 'Subject'),
  column('type', 'STRING', 'text', (t) => sql`${t}.type`, 'Type'),
  codeColumn('state', shownTaskStates, (t) => sql`wire_task_state(${t}.state, ${t}.assignee)`, 'State'),
  column('instanceId', 'CATEGORY', 'uuid', (t) => sql`${t}.instance`, 'Instance'),
  column('elementId', 'STRING', 'text', (t) => sql`${t}.element`, 'Element of the process'),
  column('templateId', 'CATEGORY', 'uuid', (t) => sql`${t}.template`, 'Template'),
  ids('performers', 'Performers', performers),
  column('assignee', 'SYS_USER', 'uuid', (t) => sql`${t}.assignee`, 'Assignee'),
  ids('candidates', 'Candidates', (t) => sql`${t}.candidates`),
  column('owner', 'SYS_USER', 'uuid', (t) => sql`${t}.owner`, 'Owner of a delegated task'),
  ids('asked', 'Asked', (t) => sql`${t}.asked`),
  timeColumn('dueAt', (t) => sql`${t}.due_at`, 'Due'),
  column('priority', 'FLOAT', 'int', (t) => sql`${t}.priority`, 'Priority'),
  timeColumn('createdAt', (t) => sql`${t}.created_at`, 'Created at'),
  timeColumn('claimedAt', (t) => sql`${t}.claimed_at`, 'Claimed at'),
  timeColumn('endedAt', (t) => sql`${t}.ended_at`, 'Ended at'),
  column('itemId', 'CATEGORY', 'uuid', (t) => sql`${t}.item`, 'Element'),
  json('item', item, 'Element'),
  json('exits', (t) => sql`coalesce(${t}.settings -> 'exits', '[]')`, 'Exits'),
  json('outcome', (t) => sql`${t}.outcome`, 'Outcome'),
  json('instance', instance, 'Instance'),
  json('template', template, 'Template'),
  json('sheet', sheet, 'Sheet'),
]

/** The tasks of processes and those of sheets, as one relation. */
const everyTask: Sql = sql`(
  select instance, id, template, version, element, type, subject, state, assignee, candidates, owner, asked, participants,
    due_at, priority, item_app, item, created_at, claimed_at, ended_at, outcome, settings, null::uuid as sheet,
    null::uuid as initiator
  from process_task
  union all ${sheetTaskRows})`

/** Returns the source of the tasks for which `scope` is true, newest first. */
export function taskSource(scope: (t: Sql) => Sql): Source {
  return {
    namespace: '_process',
    code: 'tasks',
    relation: everyTask,
    scope,
    narrowed: 'elsewhere',
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (t) => sql`${t}.ended_at is null`,
    whole: (t) => rowText(fields, t),
    id: (t) => sql`${t}.id`,
  }
}
