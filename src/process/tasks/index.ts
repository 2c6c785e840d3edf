// Tasks of people: performers, actions, forms, reminders and escalations.
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import type { Lists, Page } from '../../query/index.ts'
import type { Registry } from '../../records/index.ts'
import type { DueHandler, Execution, Programs, ResolvePerformers } from '../execution/execution.ts'
import type { CheckReferences } from '../references/index.ts'
import { actOnTask } from './act-on-task.ts'
import { type Completed, type CompletedItem, createCompleteTask } from './complete-task.ts'
import type { Completion } from './form/check-completion.ts'
import { createGetTask, type TaskView } from './get-task.ts'
import { createListTasks, type TaskFilter } from './list-tasks.ts'
import { type AddWorkingTime, createOpenTask } from './open-task.ts'
import { createFindPerformers } from './performers/resolve-performers.ts'
import { createReturnTask } from './return-task.ts'
import type { TaskTemplates } from './task-access.store.ts'
import { answer, ask, claim, delegate, reassign, release } from './task-actions.ts'
import { createTaskTimers } from './task-timers.ts'

export * from './errors.ts'
export type { Completion } from './form/check-completion.ts'
export { type TaskFilter, taskStates } from './list-tasks.ts'
export type { AddWorkingTime } from './open-task.ts'
export type { TaskTemplates } from './task-access.store.ts'
export { shownTaskStates } from './task-source.ts'
export { createTaskTemplates } from './task-templates.store.ts'

export interface Tasks {
  /** Lists the tasks that the caller can work on, or other tasks that the caller may see. `list` is a list body. */
  list(caller: Caller, filter: TaskFilter, list: unknown): Promise<Page>
  /** Returns a task with its form, its values and its history. Throws `task.not_found`. */
  get(caller: Caller, id: string): Promise<TaskView>
  claim(caller: Caller, id: string): Promise<TaskView>
  release(caller: Caller, id: string): Promise<TaskView>
  reassign(caller: Caller, id: string, to: { readonly userId: string; readonly reason: string }): Promise<TaskView>
  delegate(caller: Caller, id: string, to: { readonly userId: string; readonly comment?: string }): Promise<TaskView>
  /** Returns a delegated task to its owner with a suggestion. */
  returnToOwner(caller: Caller, id: string, suggestion: Completion): Promise<TaskView>
  ask(caller: Caller, id: string, to: { readonly userId: string; readonly question: string }): Promise<TaskView>
  answer(caller: Caller, id: string, text: string): Promise<TaskView>
  complete(caller: Caller, id: string, completion: Completion): Promise<Completed>
  completeMany(caller: Caller, ids: readonly string[], completion: Completion): Promise<readonly CompletedItem[]>
}

export interface TasksDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly programs: Programs
  readonly execution: Pick<Execution, 'deliver'>
  readonly checkReferences: CheckReferences
  readonly templates: TaskTemplates
  /** Cases, for tasks in which a registrar chooses one. */
  readonly registry: Pick<Registry, 'cases'>
}

/** The interface of tasks for the execution. It does not need the execution, so it is created first. */
export interface TaskSupport {
  readonly resolvePerformers: ResolvePerformers
  readonly timers: DueHandler
}

export function createTaskSupport(deps: {
  readonly clock: Clock
  readonly addWorkingTime: AddWorkingTime
  readonly calendarOf: (template: string) => string | undefined
}): TaskSupport {
  const findPerformers = createFindPerformers(deps.clock)
  return {
    resolvePerformers: createOpenTask({ ...deps, findPerformers }),
    timers: createTaskTimers({ ...deps, findPerformers }),
  }
}

export function createTasks(deps: TasksDeps): Tasks {
  const get = createGetTask(deps)
  const complete = createCompleteTask(deps)
  const returnToOwner = createReturnTask(deps)
  const act = async (...[caller, id, action]: ActOn): Promise<TaskView> => {
    await actOnTask(deps, caller, id, action)
    return get(caller, id)
  }
  return {
    list: createListTasks(deps),
    get,
    claim: (caller, id) => act(caller, id, claim),
    release: (caller, id) => act(caller, id, release),
    reassign: (caller, id, { userId, reason }) => act(caller, id, reassign(userId, reason)),
    delegate: (caller, id, { userId, comment }) => act(caller, id, delegate(userId, comment)),
    async returnToOwner(caller, id, suggestion) {
      await returnToOwner(caller, id, suggestion)
      return get(caller, id)
    },
    ask: (caller, id, { userId, question }) => act(caller, id, ask(userId, question)),
    answer: (caller, id, text) => act(caller, id, answer(text)),
    complete: complete.one,
    completeMany: complete.many,
  }
}

type ActOn = [caller: Caller, id: string, action: Parameters<typeof actOnTask>[3]]
