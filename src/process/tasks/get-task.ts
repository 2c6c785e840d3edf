import type { Database } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { type Caller, namesOfSubjects } from '../../people/index.ts'
import type { RespondentRow } from '../../records/index.ts'
import type { Programs } from '../execution/execution.ts'
import { taskMissing } from './act-on-task.ts'
import { type TaskField, taskForm } from './form/task-form.ts'
import { taskValues } from './form/task-values.store.ts'
import { sheetTaskView } from './sheet-task-view.ts'
import { isShown, type TaskTemplates } from './task-access.store.ts'
import { type StoredEvent, type TaskRow, taskEvents, taskJson, taskRows } from './task-rows.store.ts'
import { taskSource } from './task-source.ts'

export interface GetTaskDeps {
  readonly database: Database
  readonly programs: Programs
  readonly templates: TaskTemplates
  /** Returns the respondent whose task has this id; undefined when the task belongs to no sheet. */
  readonly respondentOf: (id: string) => Promise<RespondentRow | undefined>
}

/** A task with its form, its values and its history. */
export type TaskView = Readonly<Record<string, unknown>>

/** Creates the function that returns one task. It throws `task.not_found` for a task that the caller cannot see. */
export function createGetTask({ database, programs, templates, respondentOf }: GetTaskDeps) {
  const { reader } = database
  return async (caller: Caller, id: string): Promise<TaskView> => {
    const source = taskSource((t) => isShown(caller, templates, t))
    const shown = isUuid(id) ? await taskJson(reader, source, id) : undefined
    const [row] = shown === undefined ? [] : await taskRows(reader, [id])
    if (row === undefined) return viewOfSheet(id, shown)
    const { loaded } = await programs.get(reader, row.template, row.version)
    const form = taskForm(loaded.program, row.element)
    const values = await taskValues(reader, row)
    const events = await taskEvents(reader, row)
    const history = historyOf(row, events)
    return {
      ...shown,
      exits: form.exits,
      fields: form.fields.map((field, order) => ({
        ...shownField(field),
        order,
        value: values[field.variable.name] ?? null,
      })),
      suggestion: suggestionOf(row, events),
      history,
      names: await namesIn([shown, history]),
    }
  }

  async function viewOfSheet(id: string, shown: object | undefined): Promise<TaskView> {
    const respondent = shown && (await respondentOf(id))
    if (respondent === undefined) throw taskMissing(id)
    return { ...shown, ...sheetTaskView(respondent), names: await namesIn(shown) }
  }

  /** Returns the names of the users, groups and positions whose ids are in a value. */
  async function namesIn(value: unknown): Promise<Readonly<Record<string, string>>> {
    const quoted = JSON.stringify(value).match(/(?<=")[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")/g) ?? []
    const names = await namesOfSubjects(reader, [...new Set(quoted)].slice(0, 1_000))
    return Object.fromEntries([...names].map(([id, { name }]) => [id, name]))
  }
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
 * Returns the suggestion of the last delegate; null when the task has ended, was delegated again, or was never
 * returned.
 */
function suggestionOf({ endedAt, owner }: TaskRow, events: readonly StoredEvent[]): unknown {
  if (endedAt !== null || owner !== null) return null
  const last = events.findLast(({ kind }) => kind === 'returned' || kind === 'reassigned')
  if (last?.kind !== 'returned') return null
  const { exit = null, context = {}, comment = null } = last.details
  return { by: last.by, exit, context, comment }
}

/** Returns a field in the form of the API, with the settings of its type. */
function shownField({ variable, ...field }: TaskField): object {
  const { name, type, isArray = false, of, values, columns } = variable
  const settings = { ...(of && { of }), ...(values && { values }), ...(columns && { columns }) }
  return { name, type, isArray, ...settings, ...field }
}
