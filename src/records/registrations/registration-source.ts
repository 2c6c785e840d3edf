import { rowFilterSql } from '../../access/index.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import { column, rowText, type Source, type SourceField, timeColumn } from '../../query/index.ts'
import { systemField } from '../../values/index.ts'
import { mayOffice, type OfficeRight } from '../nomenclature/office-access.ts'

const uuid = (code: string, value: (row: Sql) => Sql) => column(code, 'CATEGORY', 'uuid', value)
const text = (code: string, value: (row: Sql) => Sql) => column(code, 'STRING', 'text', value)
const user = (code: string, value: (row: Sql) => Sql) => column(code, 'SYS_USER', 'uuid', value)
const json = (code: string, value: (row: Sql) => Sql): SourceField => ({
  field: systemField(code, 'JSON'),
  json: value,
})

/** The words of the public API for the states. */
const wireStatus = (row: Sql): Sql => sql`case ${row}.state when 'annulled' then 'cancelled' else ${row}.state end`

const elementPath = (
  row: Sql,
): Sql => sql`(select jsonb_build_object('namespace', a.namespace, 'code', a.code, 'id', ${row}.element)
  from application a where a.id = ${row}.app)`

export const registrationFields: readonly SourceField[] = [
  uuid('__id', (row) => sql`${row}.id`),
  uuid('id', (row) => sql`${row}.id`),
  uuid('nomenclatureId', (row) => sql`${row}.case_id`),
  text('number', (row) => sql`${row}.number`),
  text('status', wireStatus),
  text('date', (row) => sql`${row}.registered_on::text`),
  timeColumn('registeredAt', (row) => sql`${row}.registered_at`),
  user('registeredBy', (row) => sql`${row}.registered_by`),
  column('seq', 'FLOAT', 'number', (row) => sql`${row}.seq`),
  text('period', (row) => sql`${row}.period::text`),
  text('template', (row) => sql`${row}.template`),
  json('element', elementPath),
  uuid('elementId', (row) => sql`${row}.element`),
  json('card', (row) => sql`${row}.card`),
  uuid('fileId', (row) => sql`${row}.file`),
  column('fileVersion', 'FLOAT', 'int', (row) => sql`${row}.file_version`),
  text('fileSha256', (row) => sql`${row}.file_sha256`),
  uuid('instanceId', (row) => sql`${row}.instance`),
  uuid('previousId', (row) => sql`${row}.previous`),
  user('reservedFor', (row) => sql`${row}.reserved_for`),
  text('reservedUntil', (row) => sql`${row}.reserved_until::text`),
  timeColumn('annulledAt', (row) => sql`${row}.annulled_at`),
  user('annulledBy', (row) => sql`${row}.annulled_by`),
  text('reason', (row) => sql`${row}.reason`),
  column('corrections', 'FLOAT', 'int', (row) => sql`${row}.corrections`),
]

/** Returns the SQL that tests whether the caller has a right to the office of a registration's case. */
export function mayCase(caller: Caller, row: Sql, right: OfficeRight): Sql {
  if (caller.administrator) return rowFilterSql(true, row)
  return sql`${row}.case_id in (select own.id from nomenclature_case own where ${mayOffice(caller, sql`own`, right)})`
}

/**
 * Returns the source of the registrations in the offices that the caller may see. `nameOf` returns the SQL of the name
 * of the document, which lists show on request.
 */
export function registrationSource(caller: Caller, nameOf?: (row: Sql) => Sql): Source {
  const fields = [...registrationFields, ...(nameOf ? [text('elementName', nameOf)] : [])]
  return {
    namespace: '_system_catalogs',
    code: '_registrations',
    relation: sql`registration`,
    scope: (row) => mayCase(caller, row, 'view'),
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: (row, ascending) =>
      ascending ? sql`${row}.registered_at, ${row}.id` : sql`${row}.registered_at desc, ${row}.id desc`,
    live: () => sql`true`,
    whole: (row) => rowText(registrationFields, row),
    id: (row) => sql`${row}.id`,
  }
}
