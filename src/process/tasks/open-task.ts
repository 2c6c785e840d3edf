/// <reference lib="esnext.temporal" />
import type { TaskEscalation, TaskMoment } from '../elements/task/task-settings.ts'
import type { NewTask, ResolvePerformers } from '../execution/execution.ts'
import type { Value } from '../model/index.ts'
import { addDuration, parseDate, parseDuration } from '../model/index.ts'
import type { FindPerformers } from './performers/resolve-performers.ts'

/**
 * Returns the instant after a working time in a calendar, or before `from` for a negative duration. Throws an Error.
 */
export type AddWorkingTime = (from: Date, duration: string, calendar: string) => Date

export interface OpenTaskDeps {
  readonly findPerformers: FindPerformers
  readonly addWorkingTime: AddWorkingTime
  /** Returns the calendar that the settings of a template name, for tasks that name none. */
  readonly calendarOf: (template: string) => string | undefined
}

/** The action of a reminder or an escalation of a task. */
export type TaskTimer =
  | { readonly action: 'remind' }
  | { readonly action: 'add' | 'reassign'; readonly performer: { readonly type: string; readonly value: Value } }

/** Creates the function that completes the row of a new task with performers, due date, reminders and escalations. */
export function createOpenTask({ findPerformers, addWorkingTime, calendarOf }: OpenTaskDeps): ResolvePerformers {
  return async (reader, { performers, settings, now }, { initiator, template }) => {
    const found = await findPerformers(reader, performers, { initiator })
    if ('problem' in found) return { problem: found.problem, kind: 'ASSIGNEE_ERROR' }
    try {
      const calendar = (settings.calendar as string | undefined) ?? calendarOf(template)
      return {
        ...found,
        ...timesOf({ ...settings, calendar }, now, addWorkingTime),
        priority: Number(settings.priority ?? 0),
      }
    } catch (error) {
      return {
        problem: `the due date is wrong: ${error instanceof Error ? error.message : error}`,
        kind: 'EXPRESSION_ERROR',
      }
    }
  }
}

function timesOf(
  settings: Readonly<Record<string, Value>>,
  now: Date,
  addWorkingTime: AddWorkingTime,
): Pick<NewTask, 'dueAt' | 'timers'> {
  const calendar = settings.calendar as string | undefined
  const after = (from: Date, duration: string, isBack = false): Date => {
    if (calendar !== undefined) return addWorkingTime(from, isBack ? `-${duration}` : duration, calendar)
    const { months, milliseconds } = parseDuration(duration)!
    return isBack
      ? addDuration(from, { months: -months, milliseconds: -milliseconds })
      : addDuration(from, { months, milliseconds })
  }
  const dueAt = dueDate(settings.due, (duration) => after(now, duration))
  const timer = (moment: TaskMoment, details: TaskTimer): NewTask['timers'] => {
    if (moment.before === undefined) return [{ dueAt: after(dueAt ?? now, moment.after ?? 'PT0S'), details }]
    const time = dueAt && after(dueAt, moment.before, true)
    // A reminder whose time has already passed is left out.
    return time === undefined || time <= now ? [] : [{ dueAt: time, details }]
  }
  const reminders = (settings.reminders ?? []) as readonly TaskMoment[]
  const escalations = (settings.escalations ?? []) as readonly TaskEscalation[]
  return {
    ...(dueAt && { dueAt }),
    timers: [
      ...reminders.flatMap((moment) => timer(moment, { action: 'remind' })),
      ...escalations.flatMap((one) => timer(one, escalationOf(one))),
    ],
  }
}

const escalationOf = ({ action, performer }: TaskEscalation): TaskTimer => ({
  action,
  performer: performer as { readonly type: string; readonly value: Value },
})

/** Reads an evaluated due date: an ISO date, a duration, or null. Throws an Error for any other value. */
function dueDate(due: Value, after: (duration: string) => Date): Date | undefined {
  if (due === undefined || due === null || due === '') return undefined
  if (due instanceof Date) return due
  const text = String(due)
  // FEEL writes a time in a named zone as 2026-05-01T10:00:00@Europe/Moscow.
  const [, local, zone] = /^(.+)@(.+)$/.exec(text) ?? []
  const date =
    zone === undefined ? parseDate(text) : new Date(Temporal.ZonedDateTime.from(`${local}[${zone}]`).epochMilliseconds)
  if (date !== undefined) return date
  if (parseDuration(text) !== undefined) return after(text)
  throw new Error(`"${text.slice(0, 100)}" is neither a date nor a duration in ISO 8601`)
}
