import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database, Reader, Transaction } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../../foundation/kit/ids.ts'
import type { Caller, Tell } from '../../../people/index.ts'
import { type Acting, actingAs, type Role } from './acting.ts'
import { taskEnded, taskNotAllowed, taskNotFound } from './errors.ts'
import { isVisibleTask, type TaskTemplates } from './task-access.store.ts'
import { tellOfTask } from './task-facts.ts'
import {
  changeTask,
  insertTaskEvent,
  lockTask,
  type TaskChange,
  type TaskEvent,
  type TaskRow,
} from './task-rows.store.ts'

export interface TaskActionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly templates: TaskTemplates
  readonly tell: Tell
}

/** The changes of an action on a locked task. */
export interface Decision {
  readonly change: TaskChange
  readonly event: Omit<TaskEvent, 'by' | 'onBehalfOf'>
}

/**
 * An action on a task: the roles that may perform it, and its changes. Throws when the state of the task does not
 * allow the action.
 */
export interface TaskAction {
  readonly roles: readonly Role[]
  /** Returns the changes; undefined when there is nothing to change. */
  decide(task: TaskRow, acting: Acting, tx: Transaction): Promise<Decision | undefined> | Decision | undefined
}

/**
 * Performs an action on a task. One transaction locks the task and writes the change, the entry in the history of the
 * task, and the audit entry. Returns false when no process has a task with this id. Throws `task.not_found`,
 * `task.not_allowed`, `task.ended`, and the errors of the action.
 */
export async function actOnTask(
  deps: TaskActionDeps,
  caller: Caller,
  id: string,
  action: TaskAction,
): Promise<boolean> {
  const { database, clock, tell } = deps
  return database.transaction(async (tx) => {
    const task = isUuid(id) ? await lockTask(tx, id.toLowerCase()) : undefined
    if (task === undefined) return false
    const acting = await actingIn({ reader: tx, templates: deps.templates }, caller, task, action.roles)
    refuseEnded(task)
    const decision = await action.decide(task, acting, tx)
    if (decision === undefined) return true
    const at = new Date(clock.nowMs())
    const { by, onBehalfOf } = acting
    await changeTask(tx, task, decision.change, at)
    const event = { by, onBehalfOf, ...decision.event, id: newId(), at }
    await insertTaskEvent(tx, task, event)
    await tellOfTask(tx, tell, task, event)
    await recordAudit(tx, caller, {
      object: `task:${task.id}`,
      before: { assignee: task.assignee, owner: task.owner },
      after: { assignee: task.assignee, owner: task.owner, ...auditOf(decision), action: decision.event.kind },
    })
    return true
  })
}

function auditOf({ change: { assignee, owner } }: Decision): Readonly<Record<string, string | null>> {
  return { ...(assignee !== undefined && { assignee }), ...(owner !== undefined && { owner }) }
}

/**
 * Returns how the caller acts on a task: in the first of the roles that the caller has, directly or as a substitute,
 * or else as an administrator of the process. Throws a 404 for a task that the caller cannot see, and a 403 for a
 * task in which the caller has none of the roles.
 */
export async function actingIn(
  { reader, templates }: { readonly reader: Reader; readonly templates: TaskTemplates },
  caller: Caller,
  task: TaskRow,
  roles: readonly Role[],
): Promise<Acting> {
  const acting = actingAs(caller, task, roles)
  if (acting !== undefined) return acting
  if (caller.administrator || (await templates.may(reader, caller, task.template, 'administer')))
    return { by: caller.userId, role: 'administrator' }
  if (!(await isVisibleTask(reader, caller, templates, task))) throw taskMissing(task.id)
  throw taskNotAllowed('you can see the task, but only its performers and administrators of the process may do this')
}

export const taskMissing = (id: string): Error => taskNotFound(`task "${id.slice(0, 100)}" not found`)

export function refuseEnded({ state, endedAt }: Pick<TaskRow, 'state' | 'endedAt'>): void {
  if (endedAt !== null)
    throw taskEnded(state === 'cancelled' ? 'the task was cancelled' : 'the task has already been completed')
}
