import { isUuid } from '../../../../foundation/kit/ids.ts'
import type { Program } from '../../../engine/index.ts'
import type { TaskRow, WaitRow } from './instance-view.store.ts'
import { momentText } from './moment-text.ts'

interface Told {
  readonly program: Pick<Program, 'timeZone'>
  readonly names: ReadonlyMap<string, string>
  readonly now: Date
  /** Reminders and escalations of all tasks. */
  readonly taskTimers?: readonly WaitRow[]
}

const maxNames = 3

/**
 * Returns the sentence of an open task: `waits for: approval by Petrova, due Friday 18:00; escalates to Sidorov then`.
 */
export function taskSentence(task: TaskRow, told: Told): string {
  const { program, names, now, taskTimers = [] } = told
  const what = task.type === 'task' ? `"${task.subject}"` : task.type
  const nameOf = (id: string): string => names.get(id) ?? id
  const queue = task.candidates ?? []
  const more = queue.length > maxNames ? ` and ${queue.length - maxNames} more` : ''
  const who =
    task.assignee !== null
      ? ` by ${nameOf(task.assignee)}`
      : queue.length > 0
        ? ` by one of ${queue.slice(0, maxNames).map(nameOf).join(', ')}${more}`
        : ''
  const escalations = taskTimers.filter(({ key }) => key === task.id).flatMap((row) => escalates(row, task, told) ?? [])
  if (task.dueAt === null) return [`waits for: ${what}${who}`, ...escalations].join('; ')
  const due = new Date(task.dueAt)
  const when = momentText(due, now, program.timeZone)
  return [`waits for: ${what}${who}, ${due < now ? `overdue since ${when}` : `due ${when}`}`, ...escalations].join('; ')
}

/** Returns when a task escalates and to whom; undefined for a reminder. */
function escalates({ dueAt, details }: WaitRow, task: TaskRow, { program, names, now }: Told): string | undefined {
  const { action, performer } = (details ?? {}) as {
    readonly action?: string
    readonly performer?: { readonly type: string; readonly value?: unknown }
  }
  if (performer === undefined || (action !== 'add' && action !== 'reassign') || dueAt === null) return undefined
  const when = dueAt === task.dueAt ? 'then' : momentText(new Date(dueAt), now, program.timeZone)
  return `escalates to ${performerName(performer, names)} ${when}`
}

function performerName(
  { type, value }: { readonly type: string; readonly value?: unknown },
  names: ReadonlyMap<string, string>,
): string {
  if (typeof value !== 'string' || value === '') return `the ${type}`
  const name = names.get(value.toLowerCase())
  if (name !== undefined) return name
  return type === 'user' || isUuid(value) ? value : `the ${type} ${value}`
}

/**
 * Returns the performers of escalations that their sentences can name: the ids of users, groups and positions, and in
 * `logins` every other text, such as a login.
 */
export function namedInTimers(rows: readonly WaitRow[]): { readonly ids: string[]; readonly logins: string[] } {
  const named = rows.flatMap(({ details }) => {
    const { value } = (details?.performer ?? {}) as { readonly value?: unknown }
    return typeof value === 'string' ? [value] : []
  })
  return { ids: named.filter(isUuid), logins: named.filter((one) => !isUuid(one)) }
}
