import { Bound, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { type SourceField, timeColumn } from '../../../query/index.ts'
import { systemField } from '../../../values/index.ts'

/** The process fields of an element, with their values when no process runs for the element. */
const empty = { __tasks: null, __tasks_performers: [], __tasks_earliest_duedate: null, __externalProcessMeta: null }

/**
 * Returns the SQL of the process fields of an element as JSON; null when no process runs. Most applications have no
 * processes, so each statement first checks the whole application once. The database functions keep their plans
 * (migration 235).
 */
const running = (app: Bound, row: Sql): Sql =>
  sql`case when (select application_has_processes(${app})) then element_processes(${app}, ${row}.id) end`

/** Returns the SQL of the process fields as the text of a JSON object. One call of the function serves all fields. */
export const processMembers = (app: string, row: Sql): Sql =>
  sql`coalesce((${running(new Bound(app), row)})::text, ${JSON.stringify(empty)}::text)`

/** The SQL of the process fields of an element for which no process runs, as the text of a JSON object. */
export const noProcessMembers = sql`${JSON.stringify(empty)}::text`

/** Returns the process fields: open tasks, their performers, the earliest due date, and the running instances. */
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
