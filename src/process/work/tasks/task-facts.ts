import type { Transaction } from '../../../foundation/db/database.ts'
import type { Fact, Tell } from '../../../people/index.ts'
import { subjectOf, type TaskEvent, type TaskRow } from './task-rows.store.ts'

/** The events of a task that notify users, with the texts that the acting user wrote. */
const told: Readonly<Record<string, readonly [event: Fact['event'], ...texts: string[]]>> = {
  reassigned: ['task.reassigned', 'reason'],
  delegated: ['task.delegated', 'comment'],
  returned: ['task.returned', 'comment'],
  asked: ['task.asked', 'question'],
  answered: ['task.answered', 'answer'],
  reminded: ['task.reminded'],
  escalated: ['task.escalated'],
}

/**
 * Notifies users of an event of a task: its new performers, the user who is asked, the performer who gets an answer,
 * and the performers who get a reminder.
 */
export async function tellOfTask(
  tx: Transaction,
  tell: Tell,
  task: TaskRow,
  { id, kind, by, details }: TaskEvent & { readonly id: string },
): Promise<void> {
  const [event, ...texts] = told[kind] ?? []
  const given = kind === 'answered' ? task.assignee : details.to
  const to = [given ?? []].flat().map(String)
  if (event === undefined || to.length === 0) return
  const written = texts.flatMap((name) => (typeof details[name] === 'string' ? [[name, details[name]]] : []))
  await tell(tx, [
    {
      key: `task:${task.id}:${id}`,
      event,
      to,
      about: { type: 'task', id: task.id },
      app: task.itemApp ?? undefined,
      details: { ...(await subjectOf(tx, task)), ...Object.fromEntries(written) },
      by: by ?? undefined,
    },
  ])
}
