import { sql } from '../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField, stampColumns } from '../../query/index.ts'
import { systemField } from '../../values/index.ts'

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('__name', 'STRING', 'text', (row) => sql`${row}.name`),
  column('externalId', 'STRING', 'text', (row) => sql`${row}.external_id`),
  column('preference', 'CATEGORY', 'uuid', (row) => sql`${row}.preference`),
  column('type', 'STRING', 'text', (row) => sql`${row}.type`),
  {
    field: systemField('subscribersCount', 'FLOAT'),
    // The members of a dynamic segment are counted when the segment itself is read.
    json: (row) => sql`case when ${row}.type = 'static' then to_jsonb((
      select count(*) from marketing_member m where m.segment = ${row}.id)) end`,
  },
  {
    field: systemField('query', 'JSON'),
    json: (row) => sql`case when ${row}.type = 'dynamic' then jsonb_build_object(
      'namespace', ${row}.namespace, 'code', ${row}.code, 'filter', ${row}.filter) end`,
  },
  ...stampColumns.filter(({ field }) => field.code !== '__deletedAt'),
]

/** The source of segments. */
export const segmentSource: Source = {
  namespace: '_marketing',
  code: 'segments',
  relation: sql`marketing_segment`,
  scope: () => sql`true`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: newestFirst,
  live: () => sql`true`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}
