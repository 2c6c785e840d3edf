import { Bound, literal, Sql, sql } from '../../../foundation/db/sql.ts'
import {
  column,
  constantField,
  type FindSource,
  NarrowRow,
  type SourceField,
  timeColumn,
} from '../../../query/index.ts'
import { systemField } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'

/**
 * Returns the fields that every element has, in the order of the response. Fields of features that do not exist yet are
 * empty.
 */
export function systemFields(application: ListedApplication, find: FindSource): SourceField[] {
  const users = () => find('_system_catalogs', '_users')
  const names = new Map(application.statuses.map((status) => [String(status.id), status]))
  const statusJson = JSON.stringify(
    Object.fromEntries([...names].map(([id, { order }]) => [id, { order, status: Number(id) }])),
  )
  const codeJson = JSON.stringify(Object.fromEntries([...names].map(([id, { code }]) => [id, code])))
  return [
    { ...column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`, 'Id'), isSortIndexed: true },
    column('__index', 'FLOAT', 'int', (row) => sql`${row}.idx`, 'Number'),
    { ...column('__name', 'STRING', 'text', (row) => sql`${row}.name`, 'Name'), isSearched: true },
    { ...timeColumn('__createdAt', (row) => sql`${row}.created_at`, 'Created at'), isSortIndexed: true },
    { ...column('__createdBy', 'SYS_USER', 'uuid', (row) => sql`${row}.created_by`, 'Created by'), target: users },
    timeColumn('__updatedAt', (row) => sql`${row}.updated_at`, 'Changed at'),
    { ...column('__updatedBy', 'SYS_USER', 'uuid', (row) => sql`${row}.updated_by`, 'Changed by'), target: users },
    timeColumn('__deletedAt', (row) => sql`${row}.deleted_at`, 'Deleted at'),
    {
      ...column('__version', 'FLOAT', 'number', (row) => sql`extract(epoch from ${row}.updated_at)`, 'Version'),
      json: (row) => sql`to_jsonb(extract(epoch from ${row}.updated_at)::bigint)`,
      text: (row) => sql`extract(epoch from ${row}.updated_at)::bigint::text`,
    },
    {
      field: systemField('__status', 'STATUS', 'Status'),
      json: (row) => sql`(${statusJson}::jsonb -> ${row}.status::text)`,
      column: { kind: 'int', value: (row) => sql`${row}.status` },
      isSortIndexed: 'narrow',
    },
    {
      field: systemField('__statusCode', 'STRING', 'Status code'),
      json: (row) => sql`(${codeJson}::jsonb -> ${row}.status::text)`,
    },
    { field: systemField('__statusHistory', 'JSON', 'Status history'), json: wide(application, sql`status_history`) },
    column('__directory', 'CATEGORY', 'uuid', (row) => sql`${row}.directory`, 'Folder'),
    {
      field: systemField('__subscribers', 'SYS_USER', 'Subscribers', true),
      json: wide(application, sql`subscribers`),
    },
    column('__externalId', 'STRING', 'text', (row) => sql`${row}.external_id`, 'Outside id'),
    registerName(application),
    ...unused.map(({ code, type, value }) => constantField(code, type, value)),
  ]
}

function wide({ id }: ListedApplication, column: Sql): (row: Sql) => Sql {
  return (row) =>
    row instanceof NarrowRow && id !== undefined ? wideColumn({ id }, row, column) : sql`${row}.${column}`
}

/** Returns the SQL of a value that a row of the field table lacks. `column` is SQL over a row of `element`. */
export function wideColumn({ id }: Pick<Application, 'id'>, row: NarrowRow, column: Sql): Sql {
  return sql`(select wide.${column} ${new Sql([fromElement], [])} wide.app = ${literal(id)}::uuid and wide.id = ${row}.id)`
}

const fromElement = 'from element wide where'

/** Returns whether SQL over a row of a field table contains a value of `wideColumn`. */
export function readsElement({ strings, parts }: Sql): boolean {
  const isHere = strings.some((text) => text.includes(fromElement))
  return isHere || parts.some((part) => part instanceof Sql && readsElement(part))
}

/** The parts of an application on which its system fields depend. */
type ListedApplication = Pick<Application, 'statuses'> & Partial<Pick<Application, 'id' | 'registration'>>

/** Returns the field `__register_name`: the number of the newest registration of an element that is not annulled. */
function registerName({ id, registration }: ListedApplication): SourceField {
  const [code, type, name] = ['__register_name', 'STRING', 'Registration number'] as const
  if (registration === undefined || id === undefined) return constantField(code, type, 'null', name)
  const app = new Bound(id)
  const value = (row: Sql): Sql => sql`(select given.number from registration given
    where given.app = ${app} and given.element = ${row}.id and given.state = 'registered'
    order by given.registered_at desc, given.id desc limit 1)`
  return column(code, type, 'text', value, name)
}

/** Fields that the public API promises but that no feature fills yet. */
const unused: readonly { code: string; type: string; value: string }[] = [
  { code: '__file', type: 'FILE', value: 'null' },
  { code: '__debug', type: 'BOOLEAN', value: 'false' },
  { code: '__sign', type: 'JSON', value: 'null' },
  { code: '__isDuplicate', type: 'JSON', value: 'null' },
  { code: '__approvalRouteStages', type: 'JSON', value: 'null' },
]
