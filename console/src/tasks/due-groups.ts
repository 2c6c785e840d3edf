import type { ListedTask } from './task-queries.ts'

/** The groups of a list of open tasks, in their order. */
export type DueGroup = 'overdue' | 'today' | 'later'

/** Returns the group of a task. A task without a due date is in the last group. */
export function dueGroupOf({ dueAt }: Pick<ListedTask, 'dueAt'>, now = new Date()): DueGroup {
  if (dueAt === null) return 'later'
  const due = new Date(dueAt)
  if (due < now) return 'overdue'
  return due.toDateString() === now.toDateString() ? 'today' : 'later'
}
