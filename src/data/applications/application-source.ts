import { literal, type Sql, sql } from '../../foundation/db/sql.ts'
import { nilId } from '../../foundation/kit/ids.ts'
import { column, rowText, type Source, type SourceField, timeColumn } from '../../query/index.ts'
import { systemNamespace } from '../../solutions/index.ts'
import { systemField } from '../../values/index.ts'
import { builtInApplications, systemNamespaceName } from './built-in.ts'

const definition = (row: Sql, key: string): Sql => sql`(${row}.definition ->> ${literal(key)})`

const fields: readonly SourceField[] = [
  {
    field: systemField('__id', 'CATEGORY'),
    json: (row) => sql`to_jsonb(${row}.id)`,
    column: { kind: 'uuid', value: (row) => sql`${row}.id` },
  },
  {
    // The namespace is a code, like a code of a category: `tf` compares the whole code, while a text would be searched
    // for a substring.
    field: systemField('namespace', 'ENUM'),
    json: (row) => sql`to_jsonb(${row}.namespace)`,
    column: { kind: 'code', value: (row) => sql`${row}.namespace` },
  },
  column('code', 'STRING', 'text', (row) => sql`${row}.code`),
  column('name', 'STRING', 'text', (row) => definition(row, 'name')),
  column('__name', 'STRING', 'text', (row) => definition(row, 'name')),
  column('elementName', 'STRING', 'text', (row) => definition(row, 'elementName')),
  column(
    'sectionName',
    'STRING',
    'text',
    (row) => sql`case ${row}.namespace when ${literal(systemNamespace)} then ${literal(systemNamespaceName)}
      else coalesce((select n.name from namespace n where n.code = ${row}.namespace), '') end`,
  ),
  column('type', 'STRING', 'text', (row) => definition(row, 'kind')),
  {
    field: systemField('version', 'FLOAT'),
    json: (row) => sql`to_jsonb(${row}.version)`,
    column: { kind: 'int', value: (row) => sql`${row}.version` },
  },
  timeColumn('__createdAt', (row) => sql`${row}.created_at`),
  column('__createdBy', 'STRING', 'uuid', (row) => sql`${row}.created_by`),
  timeColumn('__updatedAt', (row) => sql`${row}.updated_at`),
  column('__updatedBy', 'STRING', 'uuid', (row) => sql`${row}.updated_by`),
  timeColumn('__deletedAt', (row) => sql`${row}.deleted_at`),
]

const builtIn = JSON.stringify(
  builtInApplications.map(({ application }) => {
    const { id, namespace, code, name, elementName, kind, version } = application
    return { id, namespace, code, version, definition: { name, elementName, kind } }
  }),
)

const columns = sql`id, namespace, code, definition, version, created_at, created_by, updated_at, updated_by, deleted_at`

/**
 * The rows of the table `application` and the built-in applications, which have no dates and whose author is the
 * system.
 */
const relation = sql`(
  select ${columns} from application
  union all
  select b.id, b.namespace, b.code, b.definition, b.version, null, ${literal(nilId)}::uuid, null, ${literal(nilId)}::uuid, null
  from jsonb_to_recordset(${literal(builtIn)}::jsonb) b (id uuid, namespace text, code text, definition jsonb, version int))`

/** The source that lists the applications, ordered by their codes; the built-in namespace comes last. */
export const applicationSource: Source = {
  namespace: '_system_catalogs',
  code: '_applications',
  relation,
  scope: (row) => sql`${row}.deleted_at is null`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: (row) =>
    sql`${row}.namespace = ${literal(systemNamespace)}, ${row}.namespace collate "C", ${row}.code collate "C"`,
  live: (row) => sql`${row}.deleted_at is null`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}
