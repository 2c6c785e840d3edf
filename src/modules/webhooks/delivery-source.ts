import { type Sql, sql } from '../../foundation/db/sql.ts'
import { column, rowText, type Source, type SourceField, timeColumn } from '../../query/index.ts'

const fields: readonly SourceField[] = [
  column('id', 'CATEGORY', 'uuid', (d) => sql`${d}.id`),
  column('event', 'STRING', 'text', (d) => sql`${d}.event`),
  column('application', 'STRING', 'text', (d) => sql`${d}.application`),
  column('elementId', 'CATEGORY', 'uuid', (d) => sql`${d}.element`),
  column('state', 'STRING', 'text', (d) => sql`${d}.state`),
  column('attempts', 'FLOAT', 'int', (d) => sql`${d}.attempts`),
  column('status', 'FLOAT', 'int', (d) => sql`${d}.status`),
  column('problem', 'STRING', 'text', (d) => sql`${d}.problem`),
  timeColumn('createdAt', (d) => sql`${d}.created_at`),
  timeColumn('nextAttemptAt', (d) => sql`${d}.next_attempt_at`),
  timeColumn('endedAt', (d) => sql`${d}.ended_at`),
]

/** Returns the source of the deliveries for which `scope` is true, newest first. */
export const deliverySource = (scope: (d: Sql) => Sql): Source => ({
  namespace: '_system_catalogs',
  code: '_webhook_deliveries',
  relation: sql`webhook_delivery`,
  scope,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: (d, ascending) => (ascending ? sql`${d}.no` : sql`${d}.no desc`),
  live: () => sql`true`,
  whole: (d) => rowText(fields, d),
  id: (d) => sql`${d}.id`,
})
