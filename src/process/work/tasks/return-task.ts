import type { Caller } from '../../../people/index.ts'
import { namesOfHidden, type Programs, withoutHiddenNulls } from '../../definition/index.ts'
import { actOnTask, type TaskActionDeps } from './act-on-task.ts'
import { type Completion, checkSuggestion } from './form/check-completion.ts'
import { taskForm } from './form/task-form.ts'
import { returnToOwner } from './task-actions.ts'

export interface ReturnTaskDeps extends TaskActionDeps {
  readonly programs: Programs
}

/**
 * Creates the action that returns a delegated task. The values of the suggestion are checked like those of a
 * completion, but can be incomplete. Throws the errors of every action, `task.wrong_exit` and `task.wrong_values`.
 */
export function createReturnTask(deps: ReturnTaskDeps) {
  const { programs } = deps
  return (caller: Caller, id: string, suggestion: Completion): Promise<boolean> => {
    return actOnTask(deps, caller, id, {
      roles: returnToOwner(suggestion).roles,
      async decide(task, acting, tx) {
        const { loaded } = await programs.get(tx, task.template, task.version)
        const unread = await namesOfHidden(tx, deps.templates.hidden(caller), task.instance)
        const { context } = suggestion
        const read =
          context === undefined ? suggestion : { ...suggestion, context: withoutHiddenNulls(context, unread) }
        checkSuggestion(taskForm(loaded.program, task.element), read, unread)
        return returnToOwner(read).decide(task, acting, tx)
      },
    })
  }
}
