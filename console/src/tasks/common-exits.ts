import type { Task } from './task-queries.ts'

type Exit = Task['exits'][number]

/** An exit with which several tasks can be completed at once; without a code for tasks that have no exits. */
export interface CommonExit {
  readonly code: string | undefined
  readonly name?: string
  readonly kind?: Exit['kind']
}

/**
 * Returns the exits that all tasks have and that require neither a field in any of the tasks nor a comment, except
 * the reason of a rejection. Returns one exit without a code when no task has exits, and undefined when the tasks
 * have no such exit in common.
 */
export function commonExits(tasks: readonly Pick<Task, 'exits'>[]): readonly CommonExit[] | undefined {
  const [first, ...others] = tasks
  if (first === undefined) return undefined
  if (tasks.every(({ exits }) => exits.length === 0)) return [{ code: undefined }]
  const common = first.exits.filter(
    (exit) => requiresNoMore(exit) && others.every(({ exits }) => exits.some((one) => isSame(one, exit))),
  )
  return common.length > 0 ? common : undefined
}

/** Whether an exit requires nothing but the reason of a rejection, which is asked for all tasks at once. */
const requiresNoMore = ({ kind, isCommentRequired, required }: Exit): boolean =>
  required.length === 0 && (!isCommentRequired || kind === 'negative')

const isSame = (one: Exit, exit: Exit): boolean => one.code === exit.code && requiresNoMore(one)
