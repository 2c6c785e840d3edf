import type { Program } from '../../model/index.ts'
import type { TaskRow } from './instance-view.store.ts'
import { momentText } from './moment-text.ts'

interface Told {
  readonly program: Program
  readonly names: ReadonlyMap<string, string>
  readonly now: Date
}

const maxNames = 3

/** Returns the sentence of an open task: `waits for: approval by Petrova, due Friday 18:00`. */
export function taskSentence(task: TaskRow, { program, names, now }: Told): string {
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
  if (task.dueAt === null) return `waits for: ${what}${who}`
  const due = new Date(task.dueAt)
  const when = momentText(due, now, program.timeZone)
  return `waits for: ${what}${who}, ${due < now ? `overdue since ${when}` : `due ${when}`}`
}
