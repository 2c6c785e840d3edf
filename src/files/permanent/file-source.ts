import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField, stampColumns } from '../../query/index.ts'
import { type FileCaller, mayFile } from '../rights.store.ts'

// The fields are in the order of `FileView`.
const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__name', 'STRING', 'text', (row) => sql`${row}.name`),
  column('name', 'STRING', 'text', (row) => sql`${row}.name`),
  column('originalName', 'STRING', 'text', (row) => sql`${row}.original_name`),
  column('hash', 'CATEGORY', 'uuid', (row) => sql`${row}.hash`),
  column('directory', 'CATEGORY', 'uuid', (row) => sql`${row}.directory`),
  column('size', 'FLOAT', 'int', (row) => sql`${row}.size`),
  column('version', 'FLOAT', 'int', (row) => sql`${row}.version`),
  ...stampColumns,
]

/**
 * Files with the size, media type and SHA-256 of their current version and the ids of all directories around them.
 */
const files = sql`(select f.*, v.size, v.mime, v.sha256, d.parents || d.id as chain
  from file f join file_version v on v.file = f.id and v.no = f.version join directory d on d.id = f.directory)`

/**
 * Returns the source of the files visible to the caller; `within` limits it to files below one of these directories.
 */
export function fileSource(caller: FileCaller, within: readonly string[] = []): Source {
  const inside = (row: Sql): Sql =>
    within.length === 0 ? sql`` : sql` and ${row}.chain && ${new Bound(within)}::uuid[]`
  return {
    namespace: '_system_catalogs',
    code: '_files',
    relation: files,
    scope: (row, ofMany) => sql`${mayFile(caller, row, 'view', ofMany)}${inside(row)}`,
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (row) => sql`${row}.deleted_at is null`,
    whole: (row) => rowText(fields, row),
    id: (row) => sql`${row}.id`,
  }
}
