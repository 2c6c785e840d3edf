import { Bound, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { systemField } from '../../../query/fields/index.ts'
import { type SourceField, timeColumn } from '../../../query/index.ts'

/** The fields that tell what runs for an element, with their values where nothing runs. */
const empty = { __tasks: null, __tasks_performers: [], __tasks_earliest_duedate: null, __externalProcessMeta: null }

/**
 * Returns what runs for an element, as JSON with all fields; null when nothing runs. Most applications have no
 * processes, so each statement asks once for the whole application. The functions keep their plans (migration 235).
 */
const running = (app: Bound, row: Sql): Sql =>
  sql`case when (select application_has_processes(${app})) then element_processes(${app}, ${row}.id) end`

/** Returns the fields as the text of a JSON object. One call of the function serves all of them. */
export const processMembers = (app: string, row: Sql): Sql =>
  sql`coalesce((${running(new Bound(app), row)})::text, ${JSON.stringify(empty)}::text)`

/** Returns the fields: open tasks, their performers, the earliest due date, and the running instances. */
export function processFields(id: string, users: SourceField['target']): SourceField[] {
  const app = new Bound(id)
  const value = (code: keyof typeof empty) => (row: Sql) =>
    sql`coalesce((${running(app, row)}) -> ${literal(code)}, ${literal(JSON.stringify(empty[code]))}::jsonb)`
  const ofApp = sql`run_task.item_app = ${app} and run_task.item is not null and run_task.ended_at is null`
  return [
    { field: systemField('__tasks', 'JSON'), json: value('__tasks') },
    {
      field: systemField('__tasks_performers', 'SYS_USER', '__tasks_performers', true),
      json: value('__tasks_performers'),
      hasAny: (row, ids) => sql`${row}.id in (select run_task.item from process_task run_task where ${ofApp}
        and (run_task.assignee = any (${ids}::uuid[])
          or run_task.assignee is null and run_task.candidates && ${ids}::uuid[]))`,
      ...(users && { target: users }),
    },
    timeColumn(
      '__tasks_earliest_duedate',
      (row) =>
        sql`(select min(run_task.due_at) from process_task run_task where ${ofApp} and run_task.item = ${row}.id)`,
    ),
    { field: systemField('__externalProcessMeta', 'JSON'), json: value('__externalProcessMeta') },
  ]
}
