import { type Sql, sql } from '../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField } from '../../query/index.ts'
import { systemField } from '../../values/index.ts'

const holders = (row: Sql): Sql =>
  sql`(select jsonb_agg(h.user_id order by h.user_id) from org_holder h where h.item = ${row}.id)`

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__name', 'STRING', 'text', (row) => sql`${row}.name`),
  column('type', 'ENUM', 'code', (row) => sql`upper(${row}.kind)`),
  column('code', 'STRING', 'text', (row) => sql`${row}.code`),
  column('parent', 'CATEGORY', 'uuid', (row) => sql`${row}.parent`),
  { field: systemField('userIds', 'SYS_USER'), json: (row) => sql`coalesce(${holders(row)}, '[]')` },
]

/** The source of the items of the organisation chart, without deleted items. */
export const orgItemSource: Source = {
  namespace: '_system_catalogs',
  code: '_org_items',
  relation: sql`org_item`,
  scope: (row) => sql`${row}.deleted_at is null`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: newestFirst,
  live: (row) => sql`${row}.deleted_at is null`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}
