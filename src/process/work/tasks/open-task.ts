import type { DueTimes } from '../../../calendars/index.ts'
import type { TaskEscalation, TaskMoment, Value } from '../../engine/index.ts'
import type { NewTask, ResolvePerformers } from '../../execution/index.ts'
import type { FindPerformers } from './performers/resolve-performers.ts'

export interface OpenTaskDeps {
  readonly findPerformers: FindPerformers
  readonly dueTimes: DueTimes
  /** Returns the calendar that the settings of a template name, for tasks that name no calendar. */
  readonly calendarOf: (template: string) => string | undefined
}

/** The action of a reminder or an escalation of a task. */
export type TaskTimer =
  | { readonly action: 'remind' }
  | { readonly action: 'add' | 'reassign'; readonly performer: { readonly type: string; readonly value: Value } }

/** Creates the function that completes the row of a new task with performers, due date, reminders and escalations. */
export function createOpenTask({ findPerformers, dueTimes, calendarOf }: OpenTaskDeps): ResolvePerformers {
  return async (reader, { performers, settings, now }, { initiator, template }) => {
    const found = await findPerformers(reader, performers, { initiator })
    if ('problem' in found) return { problem: found.problem, kind: 'ASSIGNEE_ERROR' }
    try {
      const calendar = (settings.calendar as string | undefined) ?? calendarOf(template)
      return {
        ...found,
        ...timesOf({ ...settings, calendar }, now, dueTimes),
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
  { due, ...settings }: Readonly<Record<string, Value>>,
  now: Date,
  dueTimes: DueTimes,
): Pick<NewTask, 'dueAt' | 'timers'> {
  const calendar = settings.calendar as string | undefined
  const isDue = due !== undefined && due !== null && due !== ''
  const dueAt = isDue ? dueTimes.dueAt(due, now, calendar) : undefined
  const timer = (moment: TaskMoment, details: TaskTimer): NewTask['timers'] => {
    if (moment.before === undefined)
      return [{ dueAt: dueTimes.after(dueAt ?? now, moment.after ?? 'PT0S', calendar), details }]
    const time = dueAt && dueTimes.before(dueAt, moment.before, calendar)
    // A reminder or escalation whose time before the due date has already passed is left out.
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
