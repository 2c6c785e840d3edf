import { type Apps, type ReportTable, tableShape } from '../../data/index.ts'
import { sql } from '../../foundation/db/sql.ts'
import { mayOffice } from '../nomenclature/office-access.ts'
import { documentName } from '../registrations/document-name.store.ts'
import { mayCase } from '../registrations/registration-source.ts'

const caseTable = tableShape('system_cases', {
  id: 'uuid',
  office: 'text',
  office_code: 'text',
  section: 'text',
  index: 'text',
  name: 'text',
  year: 'integer',
  docflow: 'text',
  state: 'text',
  transitional: 'boolean',
  retention: 'text',
  retention_article: 'text',
  responsible: 'uuid',
  place: 'text',
  media: 'text',
  note: 'text',
  opened_on: 'date',
  closed_on: 'date',
})

const registrationTable = tableShape('system_registrations', {
  id: 'uuid',
  case_id: 'uuid',
  period: 'date',
  seq: 'bigint',
  number: 'text',
  state: 'text',
  registered_on: 'date',
  registered_at: 'timestamptz',
  registered_by: 'uuid',
  application: 'text',
  document: 'uuid',
  document_name: 'text',
  correspondent_number: 'text',
  correspondent_date: 'text',
  sheets: 'integer',
  delivery: 'text',
  comment: 'text',
  reserved_until: 'date',
  reason: 'text',
  corrections: 'integer',
})

/** The shapes of the tables about records that reports can read. */
export const recordTableShapes = [caseTable, registrationTable]

/**
 * Creates the tables about records that reports can read. A caller sees the cases and registrations of the offices that
 * the caller has the right `view` to, and the names of documents that the caller can see.
 */
export function createRecordTables({ apps }: { apps: Pick<Apps, 'catalog' | 'findFor'> }): readonly ReportTable[] {
  return [
    {
      ...caseTable,
      rows: (caller) => sql`
        select c.id, o.name as office, o.code as office_code, d.name as section, c.index, c.name, c.year, c.docflow, c.state,
          c.transitional,
          case c.retention ->> 'kind' when 'years' then (c.retention ->> 'years') || ' years'
            when 'permanent' then 'permanent' when 'until_replaced' then 'until replaced' end as retention,
          c.retention ->> 'article' as retention_article, c.responsible, c.place, c.media, c.note, c.opened_on, c.closed_on
        from nomenclature_case c join nomenclature_directory o on o.id = c.office
          left join nomenclature_directory d on d.id = c.directory and d.kind = 'section'
        where c.deleted_at is null and ${mayOffice(caller, sql`c`, 'view')}`,
    },
    {
      ...registrationTable,
      rows: (caller) => sql`
        select r.id, r.case_id, r.period, r.seq, r.number, r.state, r.registered_on, r.registered_at, r.registered_by,
          (select a.namespace || '.' || a.code from application a where a.id = r.app) as application, r.element as document,
          ${documentName(apps, caller, sql`r`)} as document_name, r.card ->> 'correspondentNumber' as correspondent_number,
          r.card ->> 'correspondentDate' as correspondent_date, (r.card ->> 'sheets')::integer as sheets,
          r.card ->> 'delivery' as delivery, r.card ->> 'comment' as comment, r.reserved_until, r.reason, r.corrections
        from registration r where ${mayCase(caller, sql`r`, 'view')}`,
    },
  ]
}
