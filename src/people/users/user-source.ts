import { type Sql, sql } from '../../foundation/db/sql.ts'
import { fullName } from '../../foundation/db/user-name.ts'
import {
  column,
  constantField,
  newestFirst,
  rowText,
  type Source,
  type SourceField,
  stampColumns,
  timeColumn,
} from '../../query/index.ts'
import { systemField } from '../../values/index.ts'
import { groupsOfUser, orgItemsOfUser, usersOfAny } from '../membership/membership.store.ts'

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  // A duplicate of `__id` that some clients read.
  column('id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__index', 'FLOAT', 'int', (row) => sql`${row}.idx`),
  column('__name', 'STRING', 'text', fullName),
  ...stampColumns,
  column('__version', 'FLOAT', 'int', (row) => sql`floor(extract(epoch from ${row}.updated_at))::bigint`),
  {
    field: systemField('__status', 'STATUS'),
    json: (row) => sql`jsonb_build_object('order', ${row}.status - 1, 'status', ${row}.status)`,
    column: { kind: 'int', value: (row) => sql`${row}.status` },
  },
  column('login', 'STRING', 'text', (row) => sql`${row}.login`),
  // A missing email address is shown as an empty text, because clients expect a text.
  {
    ...column('email', 'STRING', 'text', (row) => sql`coalesce(${row}.email, '')`),
    column: { kind: 'text', value: (row) => sql`${row}.email` },
  },
  {
    field: systemField('fullname', 'FULL_NAME'),
    json: (row) =>
      sql`jsonb_build_object('lastname', ${row}.lastname, 'firstname', ${row}.firstname, 'middlename', ${row}.middlename)`,
  },
  {
    field: systemField('user', 'SYS_USER'),
    json: (row) => sql`jsonb_build_array(${row}.id)`,
    hasAny: (row, users) => sql`${row}.id = any (${users}::uuid[])`,
    target: () => userSource,
  },
  column('displayedPosition', 'STRING', 'text', (row) => sql`coalesce(${row}.position, '')`),
  column('position', 'STRING', 'text', (row) => sql`${row}.position`),
  { field: systemField('mobilePhone', 'PHONE'), json: (row) => sql`${row}.mobile_phone` },
  { field: systemField('workPhone', 'PHONE'), json: (row) => sql`${row}.work_phone` },
  timeColumn('birthDate', (row) => sql`${row}.birth_date`),
  timeColumn('hireDate', (row) => sql`${row}.hire_date`),
  column('timezone', 'STRING', 'text', (row) => sql`${row}.timezone`),
  // A filter walks from the groups down to their users, and finds the same users as a walk up from each user.
  { ...ids('groupIds', groupsOfUser), hasAny: (row, groups) => sql`${row}.id in ${usersOfAny(groups)}` },
  ids('osIds', orgItemsOfUser),
  ...(
    [
      ['avatar', 'null', 'FILE'],
      ['accounts', 'null', 'ACCOUNT'],
      ['additionalData', 'null', 'JSON'],
      ['employee', 'null', 'JSON'],
    ] as const
  ).map(([code, value, type]) => constantField(code, type, value)),
]

/** The source of users: `_system_catalogs._users`. */
export const userSource: Source = {
  namespace: '_system_catalogs',
  code: '_users',
  relation: sql`users`,
  scope: () => sql`true`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: newestFirst,
  live: (row) => sql`${row}.deleted_at is null`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}

/** The source of users under its second name: `_system_catalogs.employee`. */
export const employeeSource: Source = { ...userSource, code: 'employee' }

function ids(code: string, of: (user: Sql) => Sql): SourceField {
  const list = (row: Sql): Sql => sql`(select jsonb_agg(i.id order by i.id) from ${of(sql`${row}.id`)} i (id))`
  return { field: systemField(code, 'SYS_OSNODE'), json: (row) => sql`coalesce(${list(row)}, '[]')` }
}
