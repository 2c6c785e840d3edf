import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
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

export interface SubscriberRows {
  /** The predicate that selects the rows of the list; all subscribers by default. */
  readonly only?: (row: Sql) => Sql
  /** The category that a subscriber must have agreed to in order to be sendable. */
  readonly preference?: string | null
}

/**
 * Returns the source of subscribers. A subscriber is sendable when consent was given and not withdrawn, no message
 * bounced, and the preferences include the category of the segment, if it has one.
 */
export function subscriberSource({ only = () => sql`true`, preference = null }: SubscriberRows = {}): Source {
  const agreed = (row: Sql): Sql =>
    preference === null ? sql`true` : sql`${new Bound(preference)}::uuid = any(${row}.preferences)`
  const sendable = (row: Sql): Sql => sql`(${row}.consent = 'given' and ${row}.bounced_at is null and ${agreed(row)})`
  const fields: readonly SourceField[] = [
    ...common,
    column('sendable', 'BOOLEAN', 'boolean', sendable),
    ...stampColumns.filter(({ field }) => field.code !== '__deletedAt'),
  ]
  return {
    namespace: '_marketing',
    code: 'subscribers',
    relation: sql`marketing_subscriber`,
    scope: only,
    narrowed: 'elsewhere',
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: () => sql`true`,
    whole: (row) => rowText(fields, row),
    id: (row) => sql`${row}.id`,
  }
}

const common: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__name', 'STRING', 'text', (row) => sql`${row}.name`),
  column('email', 'STRING', 'text', (row) => sql`${row}.email`),
  column('phone', 'STRING', 'text', (row) => sql`${row}.phone`),
  column('externalId', 'STRING', 'text', (row) => sql`${row}.external_id`),
  {
    field: systemField('contact', 'JSON'),
    json: (row) => sql`case when ${row}.contact_id is null then 'null'::jsonb else jsonb_build_object(
      'namespace', ${row}.contact_namespace, 'code', ${row}.contact_code, 'id', ${row}.contact_id) end`,
  },
  column('consent', 'STRING', 'text', (row) => sql`${row}.consent`),
  {
    field: systemField('preferences', 'SYS_OSNODE'),
    json: (row) => sql`to_jsonb(${row}.preferences)`,
    hasAny: (row, ids) => sql`${row}.preferences && ${ids}::uuid[]`,
  },
  timeColumn('unsubscribedAt', (row) => sql`${row}.unsubscribed_at`),
  timeColumn('bouncedAt', (row) => sql`${row}.bounced_at`),
]
