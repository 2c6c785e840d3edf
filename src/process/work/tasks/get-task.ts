import type { Database, Reader } from '../../../foundation/db/database.ts'
import { splitPath } from '../../../foundation/kit/codes.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import { type Caller, namesOfSubjects } from '../../../people/index.ts'
import type { FindSource } from '../../../query/index.ts'
import { actingFor, type RespondentRow } from '../../../records/index.ts'
import { namesOfHidden, type Programs } from '../../definition/index.ts'
import type { TaskExit, VariableDefinition, Variables } from '../../engine/index.ts'
import { taskMissing } from './act-on-task.ts'
import { type Acting, actingAs } from './acting.ts'
import { actingRoles, allowedActions } from './allowed-actions.ts'
import { type TaskField, taskForm } from './form/task-form.ts'
import { taskValues } from './form/task-values.store.ts'
import { isShown, type TaskTemplates } from './task-access.store.ts'
import type { FindTaskElement, TaskItem } from './task-element.ts'
import { type StoredEvent, type TaskRow, taskEvents, taskJson, taskRows } from './task-rows.store.ts'
import { taskSource } from './task-source.ts'

/** The form of the task of a respondent: only a file, because exits and comment belong to every completion. */
const fields = [
  {
    name: 'file',
    title: 'File',
    type: 'file',
    order: 0,
    isArray: false,
    isReadOnly: false,
    isRequired: false,
    requiredFor: [],
    value: null,
  },
]

/** The end of the task of a respondent by the state of the respondent; other states are answers. */
const ends: Readonly<Record<string, string>> = { delegated: 'delegated', removed: 'cancelled', cancelled: 'cancelled' }

/** Returns the properties of a respondent's task that its view has and lists do not have. */
function sheetTaskView(respondent: RespondentRow): object {
  const { openedAt, endedAt, userId, substitute, state, comment, automatic, delegatedTo } = respondent
  const created = { kind: 'created', at: openedAt, by: null, onBehalfOf: null, details: {} }
  const isAnswer = !(state in ends)
  const ended = {
    kind: isAnswer ? 'completed' : ends[state],
    at: endedAt,
    by: automatic || !(isAnswer || state === 'delegated') ? null : (substitute ?? userId),
    onBehalfOf: substitute === null ? null : userId,
    details: {
      ...(isAnswer && { exit: state }),
      ...(delegatedTo !== null && { to: delegatedTo }),
      ...(automatic && { automatic }),
      ...(comment !== null && { comment }),
    },
  }
  return { fields, suggestion: null, history: endedAt === null ? [created] : [created, ended] }
}

export interface GetTaskDeps {
  readonly database: Database
  readonly programs: Programs
  readonly templates: TaskTemplates
  /** Returns the respondent whose task has this id; undefined when the task belongs to no sheet. */
  readonly respondentOf: (id: string) => Promise<RespondentRow | undefined>
  readonly findElement: FindTaskElement
  /** Returns a lookup of the applications that the caller may know of. */
  readonly findFor: (caller: Caller) => FindSource
}

/** A task with its form, its values and its history. */
export type TaskView = Readonly<Record<string, unknown>>

/** Returns a task. Throws `task.not_found` for a task that the caller cannot see. */
export async function getTask(deps: GetTaskDeps, caller: Caller, id: string): Promise<TaskView> {
  const { programs, templates, findFor } = deps
  const { reader } = deps.database
  const source = taskSource((t) => isShown(caller, templates, t))
  const shown: ShownTask | undefined = isUuid(id) ? await taskJson(reader, source, id) : undefined
  const [row] = shown === undefined ? [] : await taskRows(reader, [id])
  if (shown === undefined || row === undefined) return viewOfSheet(deps, caller, id, shown)
  const { loaded } = await programs.get(reader, row.template, row.version)
  const form = taskForm(loaded.program, row.element)
  const unread = await namesOfHidden(reader, templates.hidden(caller), row.instance)
  const values = without(await taskValues(reader, row), unread)
  const events = (await taskEvents(reader, row)).map((event) => withoutUnread(event, unread))
  const history = historyOf(row, events)
  const acting = await actingOf(deps, caller, row)
  const find = findFor(caller)
  return {
    ...shown,
    element: await elementOf(deps, caller, shown),
    onBehalfOf: acting?.onBehalfOf ?? null,
    actions: acting === undefined ? [] : allowedActions(row, acting),
    exits: form.exits.map(shownExit),
    fields: form.fields.map((field, order) => ({
      ...shownField(field, find),
      ...(unread.has(field.variable.name) && {
        isReadOnly: true,
        isRequired: false,
        requiredFor: [],
        isHidden: true,
      }),
      order,
      value: values[field.variable.name] ?? null,
    })),
    suggestion: suggestionOf(row, events),
    history,
    names: await namesIn(reader, [shown, history, acting?.onBehalfOf ?? null]),
  }
}

/** Returns a task of a sheet. */
async function viewOfSheet(
  deps: GetTaskDeps,
  caller: Caller,
  id: string,
  shown: ShownTask | undefined,
): Promise<TaskView> {
  const respondent = shown && (await deps.respondentOf(id))
  if (respondent === undefined) throw taskMissing(id)
  const acting = actingFor(caller, respondent)
  const onBehalfOf = acting?.onBehalfOf ?? null
  const view = sheetTaskView(respondent)
  return {
    ...shown,
    ...view,
    element: await elementOf(deps, caller, shown!),
    onBehalfOf,
    actions: acting === undefined || respondent.endedAt !== null ? [] : ['complete', 'delegate'],
    exits: shown!.exits?.map(shownExit) ?? [],
    names: await namesIn(deps.database.reader, [shown, view, onBehalfOf]),
  }
}

/** Returns in which role a caller can act on a task; undefined when the caller can only see it. */
async function actingOf(
  { database, templates }: GetTaskDeps,
  caller: Caller,
  row: TaskRow,
): Promise<Acting | undefined> {
  const acting = actingAs(caller, row, actingRoles)
  if (acting !== undefined) return acting
  const mayAdminister =
    caller.administrator || (await templates.may(database.reader, caller, row.template, 'administer'))
  return mayAdminister ? { by: caller.userId, role: 'administrator' } : undefined
}

async function elementOf({ findElement }: GetTaskDeps, caller: Caller, { item }: ShownTask) {
  return (item ? await findElement(caller, item) : undefined) ?? null
}

/** Returns the names of the users, groups and positions whose ids are in a value. */
async function namesIn(reader: Reader, value: unknown): Promise<Readonly<Record<string, string>>> {
  const quoted = JSON.stringify(value).match(/(?<=")[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")/g) ?? []
  const names = await namesOfSubjects(reader, [...new Set(quoted)].slice(0, 1_000))
  return Object.fromEntries([...names].map(([id, { name }]) => [id, name]))
}

const without = (values: Variables, unread: ReadonlySet<string>): Variables =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !unread.has(name)))

/** Returns an event without the suggested values of variables that the caller may not read. */
function withoutUnread(event: StoredEvent, unread: ReadonlySet<string>): StoredEvent {
  const { context } = event.details
  if (unread.size === 0 || !isObject(context)) return event
  return { ...event, details: { ...event.details, context: without(context, unread) } }
}

/** Returns the history of a task, oldest first: its creation, the stored events, and its end. */
function historyOf(row: TaskRow, events: readonly StoredEvent[]): readonly StoredEvent[] {
  const { createdAt, endedAt, state, outcome } = row
  const nobody = { by: null, onBehalfOf: null }
  const created = { kind: 'created', at: createdAt, ...nobody, details: {} }
  if (endedAt === null) return [created, ...events]
  const { by, onBehalfOf, ...details } = outcome ?? {}
  const kind = state === 'cancelled' ? 'cancelled' : 'completed'
  const ended = { kind, at: endedAt, by: (by ?? null) as string | null, details }
  return [created, ...events, { ...ended, onBehalfOf: (onBehalfOf ?? null) as string | null }]
}

/**
 * Returns the suggestion of the last delegate; null when the task has ended, is delegated, was never returned, or was
 * reassigned after its return.
 */
function suggestionOf({ endedAt, owner }: TaskRow, events: readonly StoredEvent[]): unknown {
  if (endedAt !== null || owner !== null) return null
  const last = events.findLast(({ kind }) => kind === 'returned' || kind === 'reassigned')
  if (last?.kind !== 'returned') return null
  const { exit = null, context = {}, comment = null } = last.details
  return { by: last.by, exit, context, comment }
}

/** A task in the form of lists, as far as the view of a task reads this form. */
interface ShownTask {
  readonly item?: TaskItem | null
  readonly exits?: readonly TaskExit[]
}

const shownExit = ({ kind, ...exit }: TaskExit): object => ({ isCommentRequired: false, ...exit, kind: kind ?? null })

/** Returns a field in the form of the API, with the settings of its type. */
function shownField({ variable, ...field }: TaskField, find: FindSource): object {
  const { name, type, isArray = false, values } = variable
  const { of, columns } = withKnownTargets(variable, find)
  const settings = { ...(of && { of }), ...(values && { values }), ...(columns && { columns }) }
  return { name, type, isArray, ...settings, ...field }
}

/**
 * Returns a variable without the path of the application that it refers to, unless the caller may know of the
 * application.
 */
function withKnownTargets({ of, columns, ...variable }: VariableDefinition, find: FindSource): VariableDefinition {
  const { namespace, code } = splitPath(of ?? '')
  return {
    ...variable,
    ...(of !== undefined && find(namespace, code) !== undefined && { of }),
    ...(columns && { columns: columns.map((column) => withKnownTargets(column, find)) }),
  }
}
