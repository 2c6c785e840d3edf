import type { Reader } from '../../../foundation/db/database.ts'
import { Bound, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import type { Source } from '../../../query/index.ts'
import { isMine, isQueued, isToDo } from './task-access.store.ts'

/** Selections of the work of a caller, as the tabs of a task list. */
export const taskTabs = ['mine', 'queue', 'overdue', 'waiting', 'done'] as const
export type TaskTab = (typeof taskTabs)[number]

/** Maximum number of tasks that are counted for one tab. */
const maxCountedTasks = 1_000
/** Maximum number of instances of a caller, newest first, whose tasks count as tasks that the caller waits for. */
const maxOwnInstances = 5_000
/**
 * Maximum number of tasks that the caller completed as a substitute and that the tab `done` shows, for processes and
 * sheets each; they are not always the newest ones.
 */
const maxSubstituted = 1_000

type Test = (t: Sql) => Sql

/** Returns the predicate for the tasks of a tab. All of these tasks are visible to the caller. */
export function tabTest(tab: TaskTab, caller: Caller, now: Date): Test {
  const user = new Bound(caller.userId)
  switch (tab) {
    case 'mine':
      return (t) => isMine(caller, t)
    case 'queue':
      return (t) => isQueued(caller, t)
    case 'overdue':
      return (t) => sql`${isToDo(caller, t)} and ${t}.due_at < ${now}`
    case 'waiting':
      return (t) => sql`${t}.ended_at is null and not coalesce(${isToDo(caller, t)}, false)
        and (${t}.owner = ${user} or ${t}.initiator = ${user} or ${t}.instance = any (array(
          select own.id from process_instance own where own.created_by = ${user}
          order by own.created_at desc, own.id desc limit ${maxOwnInstances})))`
    case 'done':
      return (t) => sql`${t}.state = 'done' and ${t}.ended_at is not null and (${t}.assignee = ${user}
        or ${t}.id = any (array(
          (select own.id from process_task own where own.outcome ->> 'by' = ${caller.userId}
            and own.outcome ? 'onBehalfOf' limit ${maxSubstituted})
          union all
          (select own.id from sheet_respondent own where own.substitute = ${user} limit ${maxSubstituted}))))`
  }
}

/** Returns the numbers of tasks in the tabs of a caller, up to `maxCountedTasks` each. */
export async function countTabs(
  reader: Reader,
  sourceOf: (scope: Test) => Source,
  caller: Caller,
  now: Date,
): Promise<Readonly<Record<TaskTab, number>>> {
  const t = sql`t`
  const counts = taskTabs.map((tab) => {
    const source = sourceOf(tabTest(tab, caller, now))
    return sql`(select count(*)::int from (select from ${source.relation} t where ${source.scope(t)}
      limit ${maxCountedTasks}) counted)`
  })
  const row = await reader.row<{ counts: number[] }>(sql`select array[${join(counts, sql`, `)}] as counts`)
  return Object.fromEntries(taskTabs.map((tab, at) => [tab, row!.counts[at]!])) as Record<TaskTab, number>
}
