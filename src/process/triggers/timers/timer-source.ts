import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { column, rowText, type Source, type SourceField, timeColumn } from '../../../query/index.ts'

const fields: readonly SourceField[] = [
  column('id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('instanceId', 'CATEGORY', 'uuid', (row) => sql`${row}.instance`),
  column('templateId', 'CATEGORY', 'uuid', (row) => sql`${row}.template`),
  column('version', 'FLOAT', 'int', (row) => sql`${row}.version`),
  column('elementId', 'STRING', 'text', (row) => sql`${row}.element`),
  timeColumn('dueAt', (row) => sql`${row}.due_at`),
  timeColumn('openedAt', (row) => sql`${row}.opened_at`),
]

/** Returns the source of the timers that a caller may see, ordered by due time. */
export const timerSource = (visible: RowFilter): Source => ({
  namespace: '_system_catalogs',
  code: '_process_timers',
  relation: sql`process_wait`,
  scope: (row) => sql`${row}.kind = 'timer' and ${rowFilterSql(visible, row)}`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: (row, ascending) => (ascending ? sql`${row}.due_at desc, ${row}.id desc` : sql`${row}.due_at, ${row}.id`),
  live: () => sql`true`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
})
