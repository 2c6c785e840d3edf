import { type Sql, sql } from '../../../foundation/db/sql.ts'

/**
 * Returns the SQL of the JSON of an open task `t` of the instance `row`, with the keys that clients of the public API
 * expect.
 */
function taskJson(t: Sql, row: Sql): Sql {
  return sql`jsonb_build_object('__id', ${t}.id, '__name', ${t}.subject, '__createdAt', wire_time(${t}.created_at),
    '__createdBy', ${row}.created_by, '__updatedAt', wire_time(coalesce(${t}.claimed_at, ${t}.created_at)),
    '__updatedBy', coalesce(${t}.assignee, ${row}.created_by), '__deletedAt', null,
    'state', wire_task_state(${t}.state, ${t}.assignee),
    'path', ${t}.element, 'type', ${t}.type, 'priority', ${t}.priority, 'dueDate', wire_time(${t}.due_at),
    'performers', ${performers(t)}, 'template', ${t}.template)`
}

const performers = (t: Sql): Sql =>
  sql`case when ${t}.assignee is null then to_jsonb(coalesce(${t}.candidates, '{}')) else jsonb_build_array(${t}.assignee) end`

/** Returns the SQL of the open tasks of an instance: an object with the tasks by their ids. */
export function openTasks(row: Sql): Sql {
  return byTask(row, taskJson(sql`t`, row))
}

/**
 * Returns the SQL of the performers of open tasks: an object with lists of ids of users, groups and positions by the
 * ids of the tasks.
 */
export function performersByTask(row: Sql): Sql {
  return byTask(row, performers(sql`t`))
}

function byTask(row: Sql, value: Sql): Sql {
  return sql`(select coalesce(jsonb_object_agg(t.id, ${value}), '{}') from process_task t
    where t.instance = ${row}.id and ${isOpen(sql`t`)})`
}

/**
 * Returns the test for open tasks of one instance. It tests the state, because a test of `ended_at` would allow plans
 * that read the indexes of all open tasks. The planner underestimates the size of these indexes when its statistics
 * are old.
 */
export const isOpen = (t: Sql): Sql => sql`${t}.state in ('new', 'in_progress')`
