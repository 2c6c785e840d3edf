import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { column, newestFirst, rowText, type Source, type SourceField, timeColumn } from '../../../query/index.ts'
import { systemField } from '../../../values/index.ts'

const respondents = (s: Sql): Sql => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'stage', r.stage + 1,
    'userId', r.user_id, 'state', r.state, 'dueAt', wire_time(r.due_at), 'respondedAt', wire_time(r.ended_at))
    order by r.stage, r.place, r.id), '[]')
  from sheet_respondent r where r.sheet = ${s}.id)`

const fields: readonly SourceField[] = [
  column('__id', 'CATEGORY', 'uuid', (s) => sql`${s}.id`, 'Id'),
  column('id', 'CATEGORY', 'uuid', (s) => sql`${s}.id`, 'Id'),
  column('type', 'STRING', 'text', (s) => sql`${s}.type`, 'Type'),
  column('state', 'STRING', 'text', (s) => sql`${s}.state`, 'State'),
  column('round', 'FLOAT', 'int', (s) => sql`${s}.round`, 'Round'),
  column('subject', 'STRING', 'text', (s) => sql`${s}.subject`, 'Subject'),
  column('fileId', 'CATEGORY', 'uuid', (s) => sql`${s}.file`, 'File'),
  column('version', 'FLOAT', 'int', (s) => sql`${s}.version`, 'Version of the file'),
  timeColumn('createdAt', (s) => sql`${s}.created_at`, 'Started at'),
  column('createdBy', 'SYS_USER', 'uuid', (s) => sql`${s}.created_by`, 'Initiator'),
  timeColumn('endedAt', (s) => sql`${s}.ended_at`, 'Ended at'),
  { field: systemField('respondents', 'JSON', 'Respondents'), json: respondents },
]

/** Returns the source of the sheets of an element, newest first. */
export function sheetSource(app: string, element: string): Source {
  return {
    namespace: '_docflow',
    code: 'sheets',
    relation: sql`sheet`,
    scope: (s) => sql`${s}.app = ${app} and ${s}.element = ${element}`,
    narrowed: 'own',
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (s) => sql`${s}.ended_at is null`,
    whole: (s) => rowText(fields, s),
    id: (s) => sql`${s}.id`,
  }
}
