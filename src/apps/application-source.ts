import { literal, type Sql, sql } from '../db/sql.ts'
import { systemField } from '../fields/index.ts'
import { columnField, rowText, type Source, type SourceField, timeField } from '../query/index.ts'

type Column = NonNullable<SourceField['column']>

const definition = (row: Sql, key: string): Sql => sql`(${row}.definition ->> ${literal(key)})`

const fields: readonly SourceField[] = [
  {
    field: systemField('__id', 'Id', 'CATEGORY'),
    json: (row) => sql`to_jsonb(${row}.id)`,
    column: { kind: 'uuid', value: (row) => sql`${row}.id` },
  },
  {
    // A code like those of a category: in `tf` it is equal or not, where a text would be searched for its parts (wire 1.7).
    field: systemField('namespace', 'namespace', 'ENUM'),
    json: (row) => sql`to_jsonb(${row}.namespace)`,
    column: { kind: 'code', value: (row) => sql`${row}.namespace` },
  },
  column('code', 'text', (row) => sql`${row}.code`),
  column('name', 'text', (row) => definition(row, 'name')),
  column('__name', 'text', (row) => definition(row, 'name')),
  column('elementName', 'text', (row) => definition(row, 'elementName')),
  column(
    'sectionName',
    'text',
    (row) => sql`coalesce((select n.name from namespace n where n.code = ${row}.namespace), '')`,
  ),
  column('type', 'text', (row) => definition(row, 'kind')),
  {
    field: systemField('version', 'Version', 'FLOAT'),
    json: (row) => sql`to_jsonb(${row}.version)`,
    column: { kind: 'int', value: (row) => sql`${row}.version` },
  },
  time('__createdAt', (row) => sql`${row}.created_at`),
  column('__createdBy', 'uuid', (row) => sql`${row}.created_by`),
  time('__updatedAt', (row) => sql`${row}.updated_at`),
  column('__updatedBy', 'uuid', (row) => sql`${row}.updated_by`),
  time('__deletedAt', (row) => sql`${row}.deleted_at`),
]

/** The applications themselves as something that can be listed and filtered, in the order of their names. */
export const applicationSource: Source = {
  namespace: '_system_catalogs',
  code: '_applications',
  relation: sql`application`,
  scope: (row) => sql`${row}.deleted_at is null`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: (row) => sql`${row}.namespace, ${row}.code`,
  live: (row) => sql`${row}.deleted_at is null`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}

function column(code: string, kind: Column['kind'], value: Column['value']): SourceField {
  return columnField(systemField(code, code, 'STRING'), kind, value)
}

function time(code: string, value: Column['value']): SourceField {
  return timeField(systemField(code, code, 'DATETIME'), value)
}
