// Tasks of people: performers, actions, forms, reminders and escalations.

import type { DueTimes } from '../../../calendars/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller, Tell } from '../../../people/index.ts'
import type { FindSource, Lists, Page } from '../../../query/index.ts'
import type { Registry, RespondentRow } from '../../../records/index.ts'
import type { AnswersInLanguage, CheckReferences, Programs } from '../../definition/index.ts'
import type { DueHandler, Execution, ResolvePerformers } from '../../execution/index.ts'
import { actOnTask, type TaskAction, taskMissing } from './act-on-task.ts'
import { type Completed, type CompletedItem, CompleteTask } from './complete-task.ts'
import type { Completion } from './form/check-completion.ts'
import { getTask, type TaskView } from './get-task.ts'
import { countTasks, listTasks, type TaskFilter } from './list-tasks.ts'
import { createOpenTask } from './open-task.ts'
import type { FindPerformers } from './performers/resolve-performers.ts'
import { SheetTasks, type TaskSheets } from './sheet-tasks.ts'
import { isShown, type TaskTemplates } from './task-access.store.ts'
import { answer, ask, claim, delegate, reassign, release, returnTask } from './task-actions.ts'
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
  /** Translates the texts of diagrams in answers. */
  readonly answers: AnswersInLanguage
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

/** The tasks of people: of processes and of sheets. */
export class Tasks {
  readonly #deps: TasksDeps
  readonly #sheetTasks: SheetTasks
  readonly #complete: CompleteTask

  constructor(deps: TasksDeps) {
    const { reader } = deps.database
    this.#deps = deps
    this.#sheetTasks = new SheetTasks(reader, deps.sheets, async (caller, id) => {
      const source = taskSource((t) => isShown(caller, deps.templates, t))
      return (await taskJson(reader, source, id)) !== undefined
    })
    this.#complete = new CompleteTask({ ...deps, sheetTasks: this.#sheetTasks })
  }

  /** Lists the tasks that the caller can work on, or other tasks that the caller may see. `list` is a list body. */
  async list(caller: Caller, filter: TaskFilter, list: unknown): Promise<Page> {
    return this.#deps.answers.page(await listTasks(this.#deps, caller, filter, list))
  }

  /** Returns the numbers of tasks in the tabs of the caller, up to 1,000 each. */
  async counts(caller: Caller): Promise<Readonly<Record<TaskTab, number>>> {
    return countTasks(this.#deps, caller)
  }

  /** Returns a task with its form, its values and its history. Throws `task.not_found`. */
  async get(caller: Caller, id: string): Promise<TaskView> {
    const view = await getTask({ ...this.#deps, respondentOf: (one) => this.#sheetTasks.find(one) }, caller, id)
    return this.#deps.answers.translated(view)
  }

  async claim(caller: Caller, id: string): Promise<TaskView> {
    return this.#act(caller, id, this.#onProcess(caller, id, claim), (respondent) =>
      this.#sheetTasks.claim(caller, respondent),
    )
  }

  async release(caller: Caller, id: string): Promise<TaskView> {
    return this.#onlyOfProcess(caller, id, release)
  }

  async reassign(
    caller: Caller,
    id: string,
    { userId, reason }: { readonly userId: string; readonly reason: string },
  ): Promise<TaskView> {
    return this.#act(caller, id, this.#onProcess(caller, id, reassign(userId, reason)), (respondent) =>
      this.#sheetTasks.delegate(caller, respondent, { userId, comment: reason }),
    )
  }

  async delegate(
    caller: Caller,
    id: string,
    { userId, comment }: { readonly userId: string; readonly comment?: string },
  ): Promise<TaskView> {
    return this.#act(caller, id, this.#onProcess(caller, id, delegate(userId, comment)), (respondent) =>
      this.#sheetTasks.delegate(caller, respondent, { userId, comment }),
    )
  }

  /** Returns a delegated task to its owner with a suggestion. */
  async returnToOwner(caller: Caller, id: string, suggestion: Completion): Promise<TaskView> {
    return this.#act(
      caller,
      id,
      () => returnTask(this.#deps, caller, id, suggestion),
      (respondent) => this.#sheetTasks.refuse(caller, respondent),
    )
  }

  async ask(
    caller: Caller,
    id: string,
    { userId, question }: { readonly userId: string; readonly question: string },
  ): Promise<TaskView> {
    return this.#onlyOfProcess(caller, id, ask(userId, question))
  }

  async answer(caller: Caller, id: string, text: string): Promise<TaskView> {
    return this.#onlyOfProcess(caller, id, answer(text))
  }

  async complete(caller: Caller, id: string, completion: Completion): Promise<Completed> {
    return this.#complete.one(caller, id, completion)
  }

  /** Checks the completion of a task without writing anything; see `CompleteTask.check`. */
  async checkCompletion(caller: Caller, id: string, completion: Completion): Promise<void> {
    return this.#complete.check(caller, id, completion)
  }

  async completeMany(
    caller: Caller,
    ids: readonly string[],
    completion: Completion,
  ): Promise<readonly CompletedItem[]> {
    return this.#complete.many(caller, ids, completion)
  }

  /** Acts on a task of a process, or else on a task of a sheet, and returns the task. */
  async #act(
    caller: Caller,
    id: string,
    ofProcess: () => Promise<boolean>,
    ofSheet: (respondent: RespondentRow) => Promise<void>,
  ): Promise<TaskView> {
    if (!(await ofProcess())) {
      const respondent = await this.#sheetTasks.find(id)
      if (respondent === undefined) throw taskMissing(id)
      await ofSheet(respondent)
    }
    return this.get(caller, id)
  }

  /** Acts on a task of a process; tasks of sheets are refused. */
  #onlyOfProcess(caller: Caller, id: string, action: TaskAction): Promise<TaskView> {
    return this.#act(caller, id, this.#onProcess(caller, id, action), (respondent) =>
      this.#sheetTasks.refuse(caller, respondent),
    )
  }

  #onProcess(caller: Caller, id: string, action: TaskAction): () => Promise<boolean> {
    return () => actOnTask(this.#deps, caller, id, action)
  }
}
