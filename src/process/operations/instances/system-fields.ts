import { literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import {
  codeColumn,
  column,
  constantField,
  type FindSource,
  fieldText,
  type SourceField,
  timeColumn,
} from '../../../query/index.ts'
import { systemField } from '../../../values/index.ts'
import { wireStates } from '../../execution/index.ts'
import { isOpen, openTasks, performersByTask } from './task-json.store.ts'

/**
 * Returns the fields that every instance has. Their JSON types are those that clients with fixed types expect: objects
 * are never arrays, and unset dates are null.
 */
export function systemFields(find: FindSource): SourceField[] {
  const users = () => find('_system_catalogs', '_users')
  return [
    { ...column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`, 'Id'), isSortIndexed: true },
    column('__name', 'STRING', 'text', (row) => sql`${row}.name`, 'Name'),
    { field: systemField('__template', 'JSON', 'Template'), json: templateJson },
    column('__templateId', 'CATEGORY', 'uuid', (row) => sql`${row}.template`, 'Template id'),
    column('__templateVersion', 'FLOAT', 'int', (row) => sql`${row}.version`, 'Version of the template'),
    codeColumn('__state', wireStates, (row) => sql`${row}.state`, 'State'),
    { ...timeColumn('__createdAt', (row) => sql`${row}.created_at`, 'Started at'), isSortIndexed: true },
    { ...column('__createdBy', 'SYS_USER', 'uuid', (row) => sql`${row}.created_by`, 'Started by'), target: users },
    timeColumn('__updatedAt', (row) => sql`${row}.updated_at`, 'Changed at'),
    { ...column('__updatedBy', 'SYS_USER', 'uuid', (row) => sql`${row}.updated_by`, 'Changed by'), target: users },
    timeColumn('__endedAt', (row) => sql`${row}.ended_at`, 'Ended at'),
    itemField,
    column('__target', 'STRING', 'text', (row) => sql`${row}.target`, 'Target'),
    column('__parent', 'CATEGORY', 'uuid', (row) => sql`${row}.parent`, 'Calling instance'),
    { field: systemField('__tasks', 'JSON', 'Open tasks'), json: openTasks },
    { field: systemField('__performers', 'JSON', 'Performers of open tasks'), json: performersByTask },
    currentPerformers(users),
    {
      field: systemField('cross_instance', 'JSON'),
      json: () => sql`${literal(JSON.stringify(noOtherCompany))}::jsonb`,
    },
    ...fixed.map(([code, type, value]) => constantField(code, type, value)),
  ]
}

/** Fields of unsupported features, which clients with fixed types expect. */
const fixed: readonly (readonly [code: string, type: string, value: string])[] = [
  ['__deletedAt', 'DATETIME', 'null'],
  ['__flowHistory', 'JSON', '{"items": {}, "transitions": {}}'],
  ['__informLists', 'JSON', '{}'],
  ['__fieldVisibilityConditions', 'JSON', '{}'],
  ['__subscribers', 'SYS_USER', '[]'],
  ['__logged', 'BOOLEAN', 'false'],
  ['__notifyOnStart', 'BOOLEAN', 'false'],
  ['__debugUserId', 'JSON', 'null'],
  ['__nameTemplate', 'STRING', 'null'],
]

const noOtherCompany = {
  is_cross_instance: false,
  company_initiator: '',
  parent_task: '',
  parent_instance: '',
  parent_branch: '',
  parent_path: '',
  callback: '',
}

/** Returns the SQL of the template of an instance as JSON. */
function templateJson(row: Sql): Sql {
  return sql`(select jsonb_build_object('id', t.id, 'name', t.name,
    'namespace', t.namespace, 'code', t.code, 'version', ${row}.version) from process_template t where t.id = ${row}.template)`
}

/** Returns the SQL of the element that the instance runs for as JSON; null without an element. */
function itemJson(row: Sql): Sql {
  return sql`(select jsonb_build_object('id', ${row}.item, 'code', a.code, 'namespace', a.namespace)
    from application a where a.id = ${row}.item_app and ${row}.item is not null)`
}

/** The field `__item`, which is shown as one object and compared as a list of at most one item. */
const itemField: SourceField = {
  field: systemField('__item', 'REF_ITEM', 'Element'),
  json: (row) => sql`case when ${row}.item is null then '[]' else jsonb_build_array(${itemJson(row)}) end`,
  text: (row) => fieldText({ field: systemField('__item', 'REF_ITEM'), json: itemJson }, row),
  hasAny(row, items) {
    const ids = items.map((item) => item.slice(item.lastIndexOf(':') + 1))
    return sql`(${row}.item = any (${ids}::uuid[]) and (select a.namespace || ':' || a.code || ':' || ${row}.item
      from application a where a.id = ${row}.item_app) = any (${items}::text[]))`
  },
}

function currentPerformers(users: SourceField['target']): SourceField {
  const assignees = (row: Sql) => sql`(select jsonb_agg(distinct t.assignee) filter (where t.assignee is not null)
    from process_task t where t.instance = ${row}.id and ${isOpen(sql`t`)})`
  return {
    field: systemField('__currentPerformers', 'SYS_USER', 'Current performers', true),
    json: assignees,
    hasAny: (row, ids) => sql`${row}.id in (select t.instance from process_task t
      where t.ended_at is null and t.assignee = any (${ids}::uuid[]))`,
    ...(users && { target: users }),
  }
}
