import { type Sql, sql } from '../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField, stampColumns } from '../../query/index.ts'
import { systemField } from '../../values/index.ts'
import { type FileCaller, mayDirectory } from '../rights.store.ts'

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__name', 'STRING', 'text', (row) => sql`${row}.name`),
  ...stampColumns,
  column('name', 'STRING', 'text', (row) => sql`${row}.name`),
  column('directory', 'CATEGORY', 'uuid', (row) => sql`${row}.parent`),
  { field: systemField('parentsList', 'JSON'), json: (row) => sql`to_jsonb(${row}.parents)` },
  column('system', 'BOOLEAN', 'boolean', (row) => sql`${row}.is_system`),
  column('uniqueNames', 'BOOLEAN', 'boolean', (row) => sql`${row}.unique_names`),
]

/** Returns the source of the directories visible to the caller. */
export function directorySource(caller: FileCaller): Source {
  return {
    namespace: '_system_catalogs',
    code: '_directories',
    relation: sql`directory`,
    scope: (row: Sql) => mayDirectory(caller, row, 'view'),
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (row) => sql`${row}.deleted_at is null`,
    whole: (row) => rowText(fields, row),
    id: (row) => sql`${row}.id`,
  }
}
