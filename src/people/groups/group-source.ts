import { type Sql, sql } from '../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField, stampColumns } from '../../query/index.ts'
import { systemField } from '../../values/index.ts'
import { usersOfGroup } from '../membership/membership.store.ts'

const items = (row: Sql): Sql =>
  sql`(select jsonb_agg(m.member order by m.created_at, m.member) from group_member m where m.group_id = ${row}.id)`

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__name', 'STRING', 'text', (row) => sql`${row}.name`),
  ...stampColumns,
  // The type is ENUM because a text filter in `tf` would match parts of a namespace's code.
  column('namespace', 'ENUM', 'code', (row) => sql`${row}.namespace`),
  column('code', 'STRING', 'text', (row) => sql`${row}.code`),
  column('kind', 'ENUM', 'code', (row) => sql`case when ${row}.is_role then 'role' else 'group' end`),
  column('description', 'STRING', 'text', (row) => sql`${row}.description`),
  column('isDefault', 'BOOLEAN', 'boolean', (row) => sql`${row}.is_default`),
  column('isRole', 'BOOLEAN', 'boolean', (row) => sql`${row}.is_role`),
  column('system', 'BOOLEAN', 'boolean', (row) => sql`${row}.is_system`),
  { field: systemField('subOrgunitIds', 'SYS_OSNODE'), json: (row) => sql`coalesce(${items(row)}, '[]')` },
  // Duplicates of `__id` and `__name` that clients read, and the number of users as counted with `effective=true`.
  column('id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('name', 'STRING', 'text', (row) => sql`${row}.name`),
  column(
    'usersCount',
    'FLOAT',
    'int',
    (row) => sql`(select count(*)::int from ${usersOfGroup(sql`${row}.id`)} members)`,
  ),
]

/** The source of groups, without deleted groups. */
export const groupSource: Source = {
  namespace: '_system_catalogs',
  code: '_groups',
  relation: sql`user_group`,
  scope: (row) => sql`${row}.deleted_at is null`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: newestFirst,
  live: (row) => sql`${row}.deleted_at is null`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}
