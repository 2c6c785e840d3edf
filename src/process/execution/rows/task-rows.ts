import { newId } from '../../../foundation/kit/ids.ts'
import { type FactRow, factRow } from '../../../people/index.ts'
import type { NewTask } from '../execution.ts'
import type { Advance, Closed, Instance, Opened } from '../instance.ts'
import type { OpenedRow } from './rows.ts'

const maxSubjectChars = 1_000

const subjectOf = ({ element, settings }: Opened): string =>
  String(settings?.subject ?? element).slice(0, maxSubjectChars)

/** Settings that have columns of their own. */
const ofColumns = { type: undefined, subject: undefined, due: undefined, priority: undefined }

/** Returns the row of a new task. */
export function taskRow({ facts, version }: Instance, opened: Opened, task: NewTask | undefined, at: string) {
  const { wait, element, settings = {}, input = {} } = opened
  return {
    instance: facts.id,
    id: wait,
    template: version.template,
    version: version.version,
    element,
    type: typeof settings.type === 'string' ? settings.type : 'task',
    subject: subjectOf(opened),
    assignee: task?.assignee,
    candidates: task?.candidates,
    due: task?.dueAt?.toISOString(),
    priority: task?.priority ?? 0,
    itemApp: facts.item?.app,
    item: facts.item?.id,
    at,
    settings: { ...settings, ...ofColumns, input },
  }
}

/** Returns the fact that tells the performers about a new task. */
export function taskFactRows({ facts }: Instance, opened: Opened, task: NewTask | undefined, at: string): FactRow[] {
  const to = task?.assignee === undefined ? (task?.candidates ?? []) : [task.assignee]
  if (to.length === 0) return []
  const fact = {
    key: `task:${opened.wait}:new`,
    event: 'task.new',
    to,
    about: { type: 'task', id: opened.wait },
    app: facts.item?.app,
    details: { subject: subjectOf(opened), process: facts.name, due: task?.dueAt?.toISOString() ?? null },
  } as const
  return [factRow(fact, at)]
}

/** Returns the rows of the reminders and escalations of a new task. */
export function taskTimerRows({ facts, version }: Instance, opened: Opened, task: NewTask | undefined, at: string) {
  const { template, version: number } = version
  const common = { instance: facts.id, template, version: number, element: opened.element, kind: 'taskTimer', at }
  return (task?.timers ?? []).map(
    ({ dueAt, details }): OpenedRow => ({
      ...common,
      id: newId(),
      key: opened.wait,
      due: dueAt.toISOString(),
      details,
    }),
  )
}

/** Returns the changes of the row of an ended task. */
export function endedTaskRow({ wait, reason }: Closed, advance: Advance, at: string) {
  const { instance, stimulus, task } = advance
  const isDone = reason === 'used' && stimulus.type === 'complete'
  const comment = stimulus.type === 'interrupt' ? { comment: stimulus.reason } : {}
  return {
    instance,
    id: wait,
    state: isDone ? 'done' : 'cancelled',
    at,
    // A task of a queue is assigned to the user who completed it, or for whom a substitute completed it.
    assignee: isDone && task !== undefined ? (task.onBehalfOf ?? task.by) : undefined,
    outcome: isDone ? (task ?? { by: advance.by }) : { by: advance.by, ...comment },
  }
}
