import type { Reader } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import { namesOfHidden, type Programs, withoutHiddenNulls } from '../../definition/index.ts'
import { actOnTask, type Decision, type TaskAction, type TaskActionDeps } from './act-on-task.ts'
import { type Acting, personOf } from './acting.ts'
import {
  taskClaimed,
  taskDelegated,
  taskNotAsked,
  taskNotClaimed,
  taskNotDelegated,
  taskNotQueued,
  taskWrongUser,
} from './errors.ts'
import { type Completion, checkSuggestion } from './form/check-completion.ts'
import { taskForm } from './form/task-form.ts'
import { activeUser, type TaskRow } from './task-rows.store.ts'

interface ReturnTaskDeps extends TaskActionDeps {
  readonly programs: Programs
}

/**
 * Takes a task out of its queue, or begins a task that was assigned directly. One of several simultaneous callers
 * succeeds.
 */
export const claim: TaskAction = {
  roles: ['assignee', 'candidate'],
  decide(task, acting) {
    const person = personOf(acting)
    if (task.assignee !== null && task.assignee !== person) throw taskClaimed('another person works on the task')
    if (task.assignee === person && task.state === 'in_progress') return undefined
    return { change: { assignee: person, state: 'in_progress' }, event: { kind: 'claimed', details: {} } }
  },
}

/** Puts a task back into its queue. */
export const release: TaskAction = {
  roles: ['assignee', 'candidate'],
  decide(task, acting) {
    refuseUnclaimed(task, acting, 'the task is already in its queue')
    if (task.owner !== null) throw taskDelegated('the task is delegated; return it to its owner')
    if (task.candidates === null) throw taskNotQueued('the task was assigned directly; reassign or delegate it')
    return {
      change: { assignee: null, state: 'new', participants: [task.assignee!] },
      event: { kind: 'released', details: { from: task.assignee } },
    }
  },
}

/** Reassigns a task to another user permanently. The user to whom a task is delegated cannot reassign the task. */
export const reassign = (userId: string, reason: string): TaskAction => ({
  roles: ['owner', 'assignee'],
  async decide(task, acting, tx): Promise<Decision> {
    if (task.owner !== null && acting.role === 'assignee')
      throw taskDelegated('the task was delegated to you; return it to its owner')
    const to = await otherUser(tx, userId, task)
    return {
      change: { assignee: to, owner: null, state: 'new', participants: formerOf(task) },
      event: { kind: 'reassigned', details: { from: task.assignee, to, reason } },
    }
  },
})

/** Delegates a task to another user, who returns it to the present performer. */
export const delegate = (userId: string, comment: string | undefined): TaskAction => ({
  roles: ['assignee', 'candidate'],
  async decide(task, acting, tx): Promise<Decision> {
    refuseUnclaimed(task, acting, 'claim the task before you delegate it')
    if (task.owner !== null) throw taskDelegated('the task is already delegated; return it to its owner')
    const to = await otherUser(tx, userId, task)
    return {
      change: { assignee: to, owner: task.assignee, state: 'new', participants: formerOf(task) },
      event: { kind: 'delegated', details: { from: task.assignee, to, ...(comment !== undefined && { comment }) } },
    }
  },
})

/** The suggestion of a delegate to the owner. */
interface Suggestion {
  readonly exit?: string | undefined
  readonly context?: Readonly<Record<string, unknown>> | undefined
  readonly comment?: string | undefined
}

/** Returns a delegated task to its owner. Allowed for the delegate, and for the owner who takes the task back. */
const returnToOwner = (suggestion: Suggestion): TaskAction => ({
  roles: ['assignee', 'owner'],
  decide(task) {
    if (task.owner === null) throw taskNotDelegated('the task is not delegated')
    return {
      change: { assignee: task.owner, owner: null, state: 'in_progress', participants: formerOf(task) },
      event: { kind: 'returned', details: { from: task.assignee, to: task.owner, ...suggestion } },
    }
  },
})

/** Asks another user a question. The task stays with its performer. */
export const ask = (userId: string, question: string): TaskAction => ({
  roles: ['assignee', 'candidate'],
  async decide(task, acting, tx): Promise<Decision> {
    refuseUnclaimed(task, acting, 'claim the task before you ask')
    const to = await otherUser(tx, userId, task)
    return {
      change: { asked: [...new Set([...(task.asked ?? []), to])], participants: [to] },
      event: { kind: 'asked', details: { to, question } },
    }
  },
})

/** Answers the questions to the caller. */
export const answer = (text: string): TaskAction => ({
  roles: ['asked', 'assignee', 'candidate', 'owner'],
  decide(task, acting) {
    const person = personOf(acting)
    if (!task.asked?.includes(person)) throw taskNotAsked('there is no open question to you')
    return {
      change: { asked: task.asked.filter((id) => id !== person) },
      event: { kind: 'answered', details: { answer: text } },
    }
  },
})

/**
 * Throws when the task waits in a queue, or when the caller is only a candidate and another user has claimed the
 * task.
 */
function refuseUnclaimed({ assignee }: TaskRow, { role }: Acting, sentence: string): void {
  if (assignee === null) throw taskNotClaimed(`the task waits in a queue; ${sentence}`)
  if (role === 'candidate') throw taskClaimed('another person works on the task')
}

const formerOf = ({ assignee }: TaskRow): readonly string[] => (assignee === null ? [] : [assignee])

async function otherUser(reader: Reader, userId: string, task: TaskRow): Promise<string> {
  const id = await activeUser(reader, userId)
  if (id === undefined)
    throw taskWrongUser(`there is no active user with the id or login "${userId.slice(0, 100)}"`, { field: 'userId' })
  if (id === task.assignee) throw taskWrongUser('this user is already the performer of the task', { field: 'userId' })
  return id
}

/**
 * Returns a delegated task to its owner. The values of the suggestion are checked like those of a completion, but can
 * be incomplete. Throws the errors of every action, `task.not_delegated`, `task.wrong_exit` and `task.wrong_values`.
 * Returns what `actOnTask` returns.
 */
export function returnTask(deps: ReturnTaskDeps, caller: Caller, id: string, suggestion: Completion): Promise<boolean> {
  return actOnTask(deps, caller, id, {
    roles: returnToOwner(suggestion).roles,
    async decide(task, acting, tx) {
      const { loaded } = await deps.programs.get(tx, task.template, task.version)
      const unread = await namesOfHidden(tx, deps.templates.hidden(caller), task.instance)
      const { context } = suggestion
      const read = context === undefined ? suggestion : { ...suggestion, context: withoutHiddenNulls(context, unread) }
      checkSuggestion(taskForm(loaded.program, task.element), read, unread)
      return returnToOwner(read).decide(task, acting, tx)
    },
  })
}
