// Tasks of people: performers, actions, forms, reminders and escalations.

import type { DueTimes } from '../../../calendars/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller, Tell } from '../../../people/index.ts'
import type { FindSource, Lists, Page } from '../../../query/index.ts'
import type { Registry, RespondentRow } from '../../../records/index.ts'
import type { CheckReferences, Programs } from '../../definition/index.ts'
import type { DueHandler, Execution, ResolvePerformers } from '../../execution/index.ts'
import { actOnTask, type TaskAction, taskMissing } from './act-on-task.ts'
import { type Completed, type CompletedItem, CompleteTask } from './complete-task.ts'
import type { Completion } from './form/check-completion.ts'
import { createGetTask, type TaskView } from './get-task.ts'
import { createCountTasks, createListTasks, type TaskFilter } from './list-tasks.ts'
import { createOpenTask } from './open-task.ts'
import type { FindPerformers } from './performers/resolve-performers.ts'
import { SheetTasks, type TaskSheets } from './sheet-tasks.ts'
import { isShown, type TaskTemplates } from './task-access.store.ts'
import { answer, ask, claim, createReturnTask, delegate, reassign, release } from './task-actions.ts'
import type { FindTaskElement } from './task-element.ts'
import { taskJson } from './task-rows.store.ts'
import { taskSource } from './task-source.ts'
import type { TaskTab } from './task-tabs.store.ts'
import { createTaskTimers } from './task-timers.ts'

export { taskActionNames } from './allowed-actions.ts'
export * from './errors.ts'

export { type TaskFilter, taskStates } from './list-tasks.ts'
export { createFindPerformers, type FindPerformers, type Performer } from './performers/resolve-performers.ts'
export { createTaskTemplates } from './task-access.store.ts'
export { createFindTaskElement } from './task-element.ts'
export { shownTaskStates } from './task-source.ts'
export { taskTabs } from './task-tabs.store.ts'

export interface Tasks {
  /** Lists the tasks that the caller can work on, or other tasks that the caller may see. `list` is a list body. */
  list(caller: Caller, filter: TaskFilter, list: unknown): Promise<Page>
  /** Returns the numbers of tasks in the tabs of the caller, up to 1,000 each. */
  counts(caller: Caller): Promise<Readonly<Record<TaskTab, number>>>
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
  /** Throws the errors that the completion of a task would throw before its first write. Writes nothing. */
  checkCompletion(caller: Caller, id: string, completion: Completion): Promise<void>
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
  /** Notifies users of their tasks. */
  readonly tell: Tell
  readonly sheets: TaskSheets
  /** Returns the element of a task, as far as the caller can see it. */
  readonly findElement: FindTaskElement
  /** Returns a lookup of the applications that the caller may know of. */
  readonly findFor: (caller: Caller) => FindSource
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
  readonly tell: Tell
  readonly findPerformers: FindPerformers
  readonly dueTimes: DueTimes
  readonly calendarOf: (template: string) => string | undefined
}): TaskSupport {
  return { resolvePerformers: createOpenTask(deps), timers: createTaskTimers(deps) }
}

export function createTasks(deps: TasksDeps): Tasks {
  const { reader } = deps.database
  const sheetTasks = new SheetTasks(reader, deps.sheets, async (caller, id) => {
    const source = taskSource((t) => isShown(caller, deps.templates, t))
    return (await taskJson(reader, source, id)) !== undefined
  })
  const get = createGetTask({ ...deps, respondentOf: (id) => sheetTasks.find(id) })
  const complete = new CompleteTask({ ...deps, sheetTasks })
  const returnToOwner = createReturnTask(deps)

  /** Acts on a task of a process, or else on a task of a sheet, and returns the task. */
  async function act(
    caller: Caller,
    id: string,
    ofProcess: () => Promise<boolean>,
    ofSheet: (respondent: RespondentRow) => Promise<void>,
  ): Promise<TaskView> {
    if (!(await ofProcess())) {
      const respondent = await sheetTasks.find(id)
      if (respondent === undefined) throw taskMissing(id)
      await ofSheet(respondent)
    }
    return get(caller, id)
  }
  const only = (caller: Caller, id: string, action: TaskAction): Promise<TaskView> =>
    act(caller, id, onProcess(caller, id, action), (respondent) => sheetTasks.refuse(caller, respondent))
  const onProcess = (caller: Caller, id: string, action: TaskAction) => () => actOnTask(deps, caller, id, action)
  return {
    list: createListTasks(deps),
    counts: createCountTasks(deps),
    get,
    claim: (caller, id) =>
      act(caller, id, onProcess(caller, id, claim), (respondent) => sheetTasks.claim(caller, respondent)),
    release: (caller, id) => only(caller, id, release),
    reassign: (caller, id, { userId, reason }) =>
      act(caller, id, onProcess(caller, id, reassign(userId, reason)), (respondent) =>
        sheetTasks.delegate(caller, respondent, { userId, comment: reason }),
      ),
    delegate: (caller, id, { userId, comment }) =>
      act(caller, id, onProcess(caller, id, delegate(userId, comment)), (respondent) =>
        sheetTasks.delegate(caller, respondent, { userId, comment }),
      ),
    returnToOwner: (caller, id, suggestion) =>
      act(
        caller,
        id,
        () => returnToOwner(caller, id, suggestion),
        (respondent) => sheetTasks.refuse(caller, respondent),
      ),
    ask: (caller, id, { userId, question }) => only(caller, id, ask(userId, question)),
    answer: (caller, id, text) => only(caller, id, answer(text)),
    complete: (caller, id, completion) => complete.one(caller, id, completion),
    checkCompletion: (caller, id, completion) => complete.check(caller, id, completion),
    completeMany: (caller, ids, completion) => complete.many(caller, ids, completion),
  }
}
