import { addDuration, parseDate, parseDuration } from '../../model/index.ts'
import type { Performers } from '../advance/group.ts'
import type { ExecutionDeps } from '../deps.ts'
import type { Advance, Closed, Instance, Opened } from '../instance.ts'

const maxSubjectChars = 1_000

export interface TaskContext {
  readonly performers: Performers | undefined
  readonly at: Date
  readonly calendars: ExecutionDeps['calendars'] | undefined
}

/** Returns the row of a new task. */
export function taskRow(
  { facts, version }: Instance,
  { wait, element, settings = {}, input = {} }: Opened,
  { performers, at, calendars }: TaskContext,
) {
  const { type, subject, due, priority, ...others } = settings as {
    readonly type?: string
    readonly subject?: unknown
    readonly due?: unknown
    readonly priority?: unknown
    readonly calendar?: string
  }
  const dueAt = dueOf(due, at, { calendar: others.calendar, calendars })
  return {
    instance: facts.id,
    id: wait,
    template: version.template,
    version: version.version,
    element,
    type: type ?? 'task',
    subject: String(subject ?? element).slice(0, maxSubjectChars),
    assignee: performers?.assignee ?? null,
    candidates: performers?.candidates ?? null,
    due: dueAt?.toISOString() ?? null,
    priority: Number.isInteger(Number(priority)) ? Number(priority) : 0,
    itemApp: facts.item?.app ?? null,
    item: facts.item?.id ?? null,
    at: at.toISOString(),
    settings: { ...others, input },
  }
}

/** Returns when a task is due; undefined without a time, and for a text that is none. */
function dueOf(
  due: unknown,
  from: Date,
  { calendar, calendars }: { calendar: string | undefined } & Pick<TaskContext, 'calendars'>,
): Date | undefined {
  if (typeof due !== 'string') return undefined
  const duration = parseDuration(due)
  if (duration === undefined) return parseDate(due)
  const isWorkingTime = calendar !== undefined && calendars?.addWorkingTime !== undefined
  return isWorkingTime ? calendars!.addWorkingTime!(from, due, calendar) : addDuration(from, duration)
}

/** Returns how the row of a task ends. */
export function endedTaskRow({ wait, reason }: Closed, advance: Advance, at: string) {
  const { instance, stimulus, task } = advance
  const isDone = reason === 'used' && stimulus.type === 'complete'
  const comment = stimulus.type === 'interrupt' ? { comment: stimulus.reason } : {}
  return {
    instance,
    id: wait,
    state: isDone ? 'done' : 'cancelled',
    at,
    outcome: isDone ? (task ?? { by: advance.by }) : { by: advance.by, ...comment },
  }
}
