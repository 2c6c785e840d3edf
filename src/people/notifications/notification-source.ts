import type { Sql } from '../../foundation/db/sql.ts'
import { Bound, sql } from '../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField, timeColumn } from '../../query/index.ts'
import { systemField } from '../../values/index.ts'

const fieldsWithText = (text: (n: Sql) => Sql): readonly SourceField[] => [
  column('__id', 'CATEGORY', 'uuid', (n) => sql`${n}.id`, 'Id'),
  column('id', 'CATEGORY', 'uuid', (n) => sql`${n}.id`, 'Id'),
  column('kind', 'STRING', 'text', (n) => sql`${n}.kind`, 'Kind'),
  column('event', 'STRING', 'text', (n) => sql`${n}.event`, 'Event'),
  column('title', 'STRING', 'text', (n) => sql`${n}.title`, 'Title'),
  column('text', 'STRING', 'text', text, 'Text'),
  { field: systemField('about', 'JSON', 'About'), json: (n) => sql`${n}.about` },
  column('by', 'SYS_USER', 'uuid', (n) => sql`${n}.by`, 'Caused by'),
  timeColumn('createdAt', (n) => sql`${n}.created_at`, 'Created at'),
  timeColumn('readAt', (n) => sql`${n}.read_at`, 'Read at'),
]

/**
 * Returns the source of the notifications for which `scope` is true, newest first. The texts of comments on the elements
 * with the ids in `unseen` are empty, also for filters.
 */
export function notificationSource(scope: (n: Sql) => Sql, unseen: readonly string[]): Source {
  const ids = new Bound(unseen)
  const isUnseen = (n: Sql): Sql => sql`${n}.kind = 'comment' and ${n}.about ->> 'id' = any (${ids}::text[])`
  const fields = fieldsWithText((n) =>
    unseen.length === 0 ? sql`${n}.text` : sql`case when ${isUnseen(n)} then '' else ${n}.text end`,
  )
  return {
    namespace: '_people',
    code: 'notifications',
    relation: sql`notification`,
    scope,
    narrowed: 'own',
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: () => sql`true`,
    whole: (n) => rowText(fields, n),
    id: (n) => sql`${n}.id`,
  }
}
