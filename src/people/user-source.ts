import { literal, type Sql, sql } from '../db/sql.ts'
import { type Field, systemField } from '../fields/index.ts'
import { columnField, rowText, type Source, type SourceField, timeField } from '../query/index.ts'
import { groupsOfUser, orgItemsOfUser } from './groups/membership.store.ts'

type Column = NonNullable<SourceField['column']>

const fullName = (row: Sql): Sql =>
  sql`concat_ws(' ', nullif(${row}.lastname, ''), nullif(${row}.firstname, ''), nullif(${row}.middlename, ''))`

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__name', 'STRING', 'text', fullName),
  time('__createdAt', (row) => sql`${row}.created_at`),
  column('__createdBy', 'SYS_USER', 'uuid', (row) => sql`${row}.created_by`),
  time('__updatedAt', (row) => sql`${row}.updated_at`),
  column('__updatedBy', 'SYS_USER', 'uuid', (row) => sql`${row}.updated_by`),
  time('__deletedAt', (row) => sql`${row}.deleted_at`),
  {
    field: fieldOf('__status', 'STATUS'),
    json: (row) => sql`jsonb_build_object('order', ${row}.status - 1, 'status', ${row}.status)`,
    column: { kind: 'int', value: (row) => sql`${row}.status` },
  },
  column('login', 'STRING', 'text', (row) => sql`${row}.login`),
  // Clients read a text here, also of who has none.
  {
    ...column('email', 'STRING', 'text', (row) => sql`${row}.email`),
    json: (row) => sql`to_jsonb(coalesce(${row}.email, ''))`,
  },
  {
    field: fieldOf('fullname', 'FULL_NAME'),
    json: (row) =>
      sql`jsonb_build_object('lastname', ${row}.lastname, 'firstname', ${row}.firstname, 'middlename', ${row}.middlename)`,
  },
  column('displayedPosition', 'STRING', 'text', (row) => sql`coalesce(${row}.position, '')`),
  { field: fieldOf('mobilePhone', 'PHONE'), json: (row) => sql`${row}.mobile_phone` },
  { field: fieldOf('workPhone', 'PHONE'), json: (row) => sql`${row}.work_phone` },
  time('birthDate', (row) => sql`${row}.birth_date`),
  time('hireDate', (row) => sql`${row}.hire_date`),
  column('timezone', 'STRING', 'text', (row) => sql`${row}.timezone`),
  ids('groupIds', groupsOfUser),
  ids('osIds', orgItemsOfUser),
  ...(
    [
      ['avatar', 'null', 'FILE'],
      ['accounts', 'null', 'ACCOUNT'],
      ['additionalData', 'null', 'JSON'],
      ['employee', 'null', 'JSON'],
    ] as const
  ).map(([code, value, type]) => ({ field: fieldOf(code, type), json: () => sql`${literal(value)}::jsonb` })),
]

/** The users as something that can be queried: `_system_catalogs._users` (wire 2.3). */
export const userSource: Source = {
  namespace: '_system_catalogs',
  code: '_users',
  relation: sql`users`,
  scope: () => sql`true`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: (row) => sql`${row}.created_at desc, ${row}.id desc`,
  live: (row) => sql`${row}.deleted_at is null`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}

function column(code: string, type: string, kind: Column['kind'], value: Column['value']): SourceField {
  return columnField(fieldOf(code, type), kind, value)
}

function time(code: string, value: Column['value']): SourceField {
  return timeField(fieldOf(code, 'DATETIME'), value)
}

/** Made for the rows of the page only; filters that name it make it for every user. */
function ids(code: string, of: (user: Sql) => Sql): SourceField {
  const list = (row: Sql): Sql => sql`(select jsonb_agg(i.id order by i.id) from ${of(sql`${row}.id`)} i (id))`
  return { field: fieldOf(code, 'SYS_OSNODE'), json: (row) => sql`coalesce(${list(row)}, '[]')` }
}

function fieldOf(code: string, type: string): Field {
  return systemField(code, code, type)
}
