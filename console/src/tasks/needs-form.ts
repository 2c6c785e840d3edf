import { isEmpty } from '../fields/is-empty.ts'
import { requiredFor } from './task-fields.ts'
import type { Task } from './task-queries.ts'

type Exit = Task['exits'][number]

/**
 * Returns whether a task can be completed with an exit only in its form: because the exit asks for a comment, which
 * every rejection does, or because a required field has no value yet. Tasks without exits are completed without an
 * exit.
 */
export function needsForm({ fields }: Pick<Task, 'fields'>, exit: Exit | undefined): boolean {
  if (exit?.kind === 'negative' || exit?.isCommentRequired) return true
  const required = [...requiredFor(fields, exit?.code), ...(exit?.required ?? [])]
  return required.some((name) => isEmpty(fields.find((field) => field.name === name)?.value))
}
