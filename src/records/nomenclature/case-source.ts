import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import {
  column,
  newestFirst,
  rowText,
  type Source,
  type SourceField,
  stampColumns,
  timeColumn,
} from '../../query/index.ts'
import { systemField } from '../../values/index.ts'
import { mayOffice } from './office-access.ts'

const uuid = (code: string, value: (row: Sql) => Sql) => column(code, 'CATEGORY', 'uuid', value)
const text = (code: string, value: (row: Sql) => Sql) => column(code, 'STRING', 'text', value)
const user = (code: string, value: (row: Sql) => Sql) => column(code, 'SYS_USER', 'uuid', value)
const json = (code: string, value: (row: Sql) => Sql): SourceField => ({
  field: systemField(code, 'JSON'),
  json: value,
})

const caseFields: readonly SourceField[] = [
  uuid('__id', (row) => sql`${row}.id`),
  uuid('id', (row) => sql`${row}.id`),
  text('__name', (row) => sql`${row}.name`),
  text('name', (row) => sql`${row}.name`),
  uuid('directoryId', (row) => sql`${row}.directory`),
  uuid('officeId', (row) => sql`${row}.office`),
  text('docflow', (row) => sql`${row}.docflow`),
  json('registrationSettings', (row) => sql`${row}.settings`),
  uuid('serialId', (row) => sql`${row}.serial`),
  text('index', (row) => sql`${row}.index`),
  column('year', 'FLOAT', 'int', (row) => sql`${row}.year`),
  text('state', (row) => sql`${row}.state`),
  column('transitional', 'BOOLEAN', 'boolean', (row) => sql`${row}.transitional`),
  uuid('previousId', (row) => sql`${row}.previous`),
  json('retention', (row) => sql`${row}.retention`),
  user('responsible', (row) => sql`${row}.responsible`),
  text('place', (row) => sql`${row}.place`),
  text('media', (row) => sql`${row}.media`),
  text('note', (row) => sql`${row}.note`),
  text('openedOn', (row) => sql`${row}.opened_on::text`),
  text('closedOn', (row) => sql`${row}.closed_on::text`),
  ...stampColumns,
  timeColumn('createdAt', (row) => sql`${row}.created_at`),
  user('createdBy', (row) => sql`${row}.created_by`),
  timeColumn('updatedAt', (row) => sql`${row}.updated_at`),
  user('updatedBy', (row) => sql`${row}.updated_by`),
  timeColumn('deletedAt', (row) => sql`${row}.deleted_at`),
]

/** Returns the source of the cases visible to the caller. */
export function caseSource(caller: Caller): Source {
  return {
    namespace: '_system_catalogs',
    code: '_nomenclature',
    relation: sql`nomenclature_case`,
    scope: (row) => mayOffice(caller, row, 'view'),
    fields: new Map(caseFields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (row) => sql`${row}.deleted_at is null`,
    whole: (row) => rowText(caseFields, row),
    id: (row) => sql`${row}.id`,
  }
}
