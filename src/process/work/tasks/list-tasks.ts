import type { Database } from '../../../foundation/db/database.ts'
import { Bound, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { type Caller, loadCaller } from '../../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../../query/index.ts'
import { isOfPerformer, isShown, isToDo, type TaskTemplates } from './task-access.store.ts'
import { shownTaskStates, taskSource } from './task-source.ts'
import { countTabs, type TaskTab, tabTest } from './task-tabs.store.ts'

/** Values of the parameter `state`: open tasks, tasks in one state, or all tasks. */
export const taskStates = ['open', ...shownTaskStates, 'all'] as const

/**
 * The selection of tasks. Without a tab, a performer, an instance and an element, it selects the open tasks that the
 * caller can work on. If `state` includes ended tasks, it selects the tasks whose performer is the caller.
 */
export interface TaskFilter {
  /** Tab of the caller; excludes `state` and `performer`. */
  readonly tab?: TaskTab | undefined
  readonly state?: (typeof taskStates)[number] | undefined
  /** Id of a user, `me` for the caller, or `any` for all users. */
  readonly performer?: string | undefined
  readonly instanceId?: string | undefined
  /** Id of the element in the diagram. */
  readonly elementId?: string | undefined
  /** Id of the element that the instance runs for. */
  readonly itemId?: string | undefined
}

export interface ListTasksDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly templates: TaskTemplates
}

type Test = (t: Sql) => Sql

/**
 * Lists tasks within the limit of simultaneous lists of the caller. `list` is a list body. Throws `input.wrong` when
 * the filter gives a tab together with `state` or `performer`.
 */
export async function listTasks(deps: ListTasksDeps, caller: Caller, filter: TaskFilter, list: unknown): Promise<Page> {
  const tests = [...(await ofCaller(deps, caller, filter)), ...ofPlaces(filter)]
  const source = taskSource((t) =>
    join(
      tests.map((test) => test(t)),
      sql` and `,
    ),
  )
  return deps.lists.page(readListRequest(list), source, { callerId: caller.userId, nowMs: deps.clock.nowMs() })
}

/**
 * Counts the tasks in the tabs of a caller, up to 1,000 each, within the limit of simultaneous lists of the caller.
 */
export function countTasks(
  { database, clock, lists }: Omit<ListTasksDeps, 'templates'>,
  caller: Caller,
): Promise<Readonly<Record<TaskTab, number>>> {
  return lists.limited(caller.userId, () => countTabs(database.reader, taskSource, caller, new Date(clock.nowMs())))
}

/** Returns the test of the tab, or the tests of performer and state. Throws `input.wrong` when both are given. */
async function ofCaller(deps: ListTasksDeps, caller: Caller, filter: TaskFilter): Promise<readonly Test[]> {
  const { tab, state, performer } = filter
  if (tab === undefined) return [await ofPerformer(deps, caller, filter), ofState(state ?? 'open')]
  const other = state === undefined ? (performer === undefined ? undefined : 'performer') : 'state'
  if (other !== undefined)
    throw wrongInput(`"tab" already determines "${other}"; send only one of them`, { field: other })
  return [tabTest(tab, caller, new Date(deps.clock.nowMs()))]
}

async function ofPerformer(deps: ListTasksDeps, caller: Caller, filter: TaskFilter): Promise<Test> {
  const { performer, instanceId, elementId, itemId, state = 'open' } = filter
  const isOpen = state !== 'closed' && state !== 'cancel' && state !== 'all'
  const isAbout = instanceId !== undefined || elementId !== undefined || itemId !== undefined
  if (isOpen && (performer === 'me' || (performer === undefined && !isAbout))) return (t) => isToDo(caller, t)
  const visible: Test = (t) => isShown(caller, deps.templates, t)
  if (performer === 'any' || (performer === undefined && isAbout)) return visible
  const userId = performer === undefined || performer === 'me' ? caller.userId : uuid(performer, 'performer')
  const user = await loadCaller(deps.database.reader, userId, '', new Date(deps.clock.nowMs()))
  const ids = user?.persons.own(userId)?.ids ?? [userId]
  return (t) => sql`${visible(t)} and ${isOfPerformer(userId, ids, t)}`
}

function ofState(state: (typeof taskStates)[number]): Test {
  switch (state) {
    case 'all':
      return () => sql`true`
    case 'open':
      return (t) => sql`${t}.ended_at is null`
    case 'assignment':
      return (t) => sql`${t}.ended_at is null and ${t}.assignee is null`
    case 'inProgress':
      return (t) => sql`${t}.ended_at is null and ${t}.assignee is not null`
    default:
      return (t) => sql`${t}.ended_at is not null and ${t}.state = ${state === 'closed' ? 'done' : 'cancelled'}`
  }
}

function ofPlaces({ instanceId, elementId, itemId }: TaskFilter): readonly Test[] {
  const instance = instanceId === undefined ? undefined : new Bound(uuid(instanceId, 'instanceId'))
  const item = itemId === undefined ? undefined : new Bound(uuid(itemId, 'itemId'))
  return [
    ...(instance ? [(t: Sql) => sql`${t}.instance = ${instance}`] : []),
    ...(elementId === undefined ? [] : [(t: Sql) => sql`${t}.element = ${elementId}`]),
    ...(item ? [(t: Sql) => sql`${t}.item = ${item}`] : []),
  ]
}

function uuid(text: string, field: string): string {
  if (isUuid(text)) return text.toLowerCase()
  throw wrongInput(`"${field}" must be an id (UUID)`, { field })
}
