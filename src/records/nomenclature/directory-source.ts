import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import { column, newestFirst, rowText, type Source, type SourceField, stampColumns } from '../../query/index.ts'
import { systemField } from '../../values/index.ts'
import { mayOffice, officeRights } from './office-access.ts'

const uuid = (code: string, value: (row: Sql) => Sql) => column(code, 'CATEGORY', 'uuid', value)
const text = (code: string, value: (row: Sql) => Sql) => column(code, 'STRING', 'text', value)

const fields: readonly SourceField[] = [
  uuid('__id', (row) => sql`${row}.id`),
  uuid('id', (row) => sql`${row}.id`),
  text('__name', (row) => sql`${row}.name`),
  text('name', (row) => sql`${row}.name`),
  text('type', (row) => sql`${row}.kind`),
  text('code', (row) => sql`${row}.code`),
  uuid('directoryId', (row) => sql`${row}.parent`),
  uuid('officeId', (row) => sql`${row}.office`),
  ...stampColumns,
]

/**
 * The rights of the caller to the office of a directory. A list of directories contains the rights only when its
 * request asks for them.
 */
const rightsOf = (caller: Caller): SourceField => ({
  field: systemField('rights', 'JSON', 'Rights'),
  json: (row) => {
    const [view, register, backdate, administer] = officeRights.map(
      (right) => sql`case when ${mayOffice(caller, row, right)} then ${right}::text end`,
    )
    return sql`to_jsonb(array_remove(array[${view!}, ${register!}, ${backdate!}, ${administer!}], null))`
  },
})

/** Returns the source of the offices and sections visible to the caller. */
export function directorySource(caller: Caller): Source {
  return {
    namespace: '_system_catalogs',
    code: '_nomenclature_directories',
    relation: sql`nomenclature_directory`,
    scope: (row) => mayOffice(caller, row, 'view'),
    fields: new Map([...fields, rightsOf(caller)].map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (row) => sql`${row}.deleted_at is null`,
    whole: (row) => rowText(fields, row),
    id: (row) => sql`${row}.id`,
  }
}
