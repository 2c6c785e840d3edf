import { literal, type Sql, sql } from '../../db/sql.ts'
import { systemField } from '../../fields/index.ts'
import { columnField, type FindSource, type SourceField, timeField } from '../../query/index.ts'
import type { Application } from '../definitions/application.ts'

type Column = NonNullable<SourceField['column']>

/**
 * The fields that every element has (wire 2.2), in the order of the answer: those that are columns of the table,
 * and those that are empty until their room exists.
 */
export function systemFields(application: Application, find: FindSource): SourceField[] {
  const users = () => find('_system_catalogs', '_users')
  const names = new Map(application.statuses.map((status) => [String(status.id), status]))
  const statusJson = JSON.stringify(
    Object.fromEntries([...names].map(([id, { order }]) => [id, { order, status: Number(id) }])),
  )
  const codeJson = JSON.stringify(Object.fromEntries([...names].map(([id, { code }]) => [id, code])))
  return [
    column('__id', 'Id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
    column('__index', 'Number', 'FLOAT', 'int', (row) => sql`${row}.idx`),
    column('__name', 'Name', 'STRING', 'text', (row) => sql`${row}.name`),
    time('__createdAt', 'Created at', (row) => sql`${row}.created_at`),
    { ...column('__createdBy', 'Created by', 'SYS_USER', 'uuid', (row) => sql`${row}.created_by`), target: users },
    time('__updatedAt', 'Changed at', (row) => sql`${row}.updated_at`),
    { ...column('__updatedBy', 'Changed by', 'SYS_USER', 'uuid', (row) => sql`${row}.updated_by`), target: users },
    time('__deletedAt', 'Deleted at', (row) => sql`${row}.deleted_at`),
    {
      ...column('__version', 'Version', 'FLOAT', 'number', (row) => sql`extract(epoch from ${row}.updated_at)`),
      json: (row) => sql`to_jsonb(extract(epoch from ${row}.updated_at)::bigint)`,
    },
    {
      field: systemField('__status', 'Status', 'STATUS'),
      json: (row) => sql`(${statusJson}::jsonb -> ${row}.status::text)`,
      column: { kind: 'int', value: (row) => sql`${row}.status` },
    },
    {
      field: systemField('__statusCode', 'Status code', 'STRING'),
      json: (row) => sql`(${codeJson}::jsonb -> ${row}.status::text)`,
    },
    { field: systemField('__statusHistory', 'Status history', 'JSON'), json: (row) => sql`${row}.status_history` },
    column('__directory', 'Folder', 'CATEGORY', 'uuid', (row) => sql`${row}.directory`),
    { field: systemField('__subscribers', 'Subscribers', 'SYS_USER', true), json: (row) => sql`${row}.subscribers` },
    column('__externalId', 'Outside id', 'STRING', 'text', (row) => sql`${row}.external_id`),
    ...unused.map(({ code, type, value }) => ({
      field: systemField(code, code, type),
      json: () => sql`${literal(value)}::jsonb`,
    })),
  ]
}

/** What the wire promises and nothing fills yet. */
const unused: readonly { code: string; type: string; value: string }[] = [
  { code: '__file', type: 'FILE', value: 'null' },
  { code: '__tasks', type: 'JSON', value: 'null' },
  { code: '__tasks_performers', type: 'SYS_USER', value: '[]' },
  { code: '__tasks_earliest_duedate', type: 'DATETIME', value: 'null' },
  { code: '__register_name', type: 'STRING', value: 'null' },
  { code: '__externalProcessMeta', type: 'JSON', value: 'null' },
  { code: '__debug', type: 'BOOLEAN', value: 'false' },
  { code: '__sign', type: 'JSON', value: 'null' },
  { code: '__isDuplicate', type: 'JSON', value: 'null' },
  { code: '__approvalRouteStages', type: 'JSON', value: 'null' },
]

function column(code: string, name: string, type: string, kind: Column['kind'], value: Column['value']): SourceField {
  return columnField(systemField(code, name, type), kind, value)
}

function time(code: string, name: string, value: (row: Sql) => Sql): SourceField {
  return timeField(systemField(code, name, 'DATETIME'), value)
}
