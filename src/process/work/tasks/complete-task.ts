import type { Database } from '../../../foundation/db/database.ts'
import { createBatch } from '../../../foundation/kit/batch.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { canonicalJson } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import type { Registry } from '../../../records/index.ts'
import { isEmpty } from '../../../values/index.ts'
import { type CheckReferences, namesOfHidden, type Programs, withoutHiddenNulls } from '../../definition/index.ts'
import type { Variables } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { actingIn, refuseEnded, taskMissing } from './act-on-task.ts'
import type { Acting } from './acting.ts'
import { taskClaimed, taskDelegated, taskEnded, taskSomeFailed } from './errors.ts'
import {
  type Completion,
  checkCompletion,
  fieldsOutdated,
  requiredMissing,
  seenValues,
  wrongValues,
} from './form/check-completion.ts'
import { type TaskForm, taskForm } from './form/task-form.ts'
import { taskValues } from './form/task-values.store.ts'
import type { SheetTasks } from './sheet-tasks.ts'
import type { TaskTemplates } from './task-access.store.ts'
import { type TaskRow, taskRows } from './task-rows.store.ts'

export interface CompleteTaskDeps {
  readonly database: Database
  readonly programs: Programs
  readonly execution: Pick<Execution, 'deliver'>
  readonly checkReferences: CheckReferences
  readonly templates: TaskTemplates
  readonly sheetTasks: Pick<SheetTasks, 'find' | 'check' | 'complete'>
  readonly registry: Pick<Registry, 'cases'>
}

/** The instance of a completed task, with its state after the advance; null for a task of a sheet. */
export interface Completed {
  readonly instance: { readonly id: string; readonly state: string } | null
}

export interface CompletedItem {
  readonly id: string
  readonly instance?: string | null
  readonly error?: string
  readonly code?: string
}

/**
 * Roles for completing a task. The owner of a delegated task and other candidates get an error that explains the
 * refusal.
 */
const roles = ['assignee', 'candidate', 'owner'] as const

/** The completion of tasks. Simultaneous callers share one read of the tasks; each task is delivered separately. */
export class CompleteTask {
  readonly #deps: CompleteTaskDeps
  readonly #find = createBatch<string, TaskRow | undefined>(
    async (ids) => {
      const found = new Map((await taskRows(this.#deps.database.single, ids)).map((task) => [task.id, task]))
      return ids.map((id) => found.get(id))
    },
    { maxItems: 500, maxRuns: 2 },
  )

  constructor(deps: CompleteTaskDeps) {
    this.#deps = deps
  }

  /**
   * Completes a task and advances its instance. Throws `task.not_found`, `task.not_allowed`, `task.ended`,
   * `task.claimed`, `task.delegated`, `task.outdated`, `task.wrong_exit` or `task.wrong_values`.
   */
  async one(caller: Caller, id: string, given: Completion): Promise<Completed> {
    const task = await this.#findTask(id)
    if (task === undefined) return this.#completeSheet(caller, id, given)
    const { acting, form, hasOutputs, exit, values, completion } = await this.#checkTask(caller, task, given)
    const { by, onBehalfOf } = acting
    const { comment } = completion
    // A form shows its input instead of a variable of the same name, and output mappings merge values themselves.
    const shown = hasOutputs ? {} : without(completion.seen ?? {}, Object.keys(task.input ?? {}))
    const seen = seenValues(form, values, shown)
    const before = Object.keys(seen).length === 0 ? {} : { seen }
    const { outcome, state } = await this.#deps.execution.deliver({
      instance: task.instance,
      stimulus: { type: 'complete', wait: task.id, variables: withExit(form, values, exit), ...before },
      caller,
      task: {
        by,
        ...(onBehalfOf !== undefined && { onBehalfOf }),
        ...(exit !== undefined && { exit }),
        ...(comment !== undefined && { comment }),
      },
    })
    if (outcome === 'notFound') throw taskMissing(id)
    if (outcome === 'outdated') throw await this.#outdated(task, form, seen)
    if (outcome !== 'advanced') throw taskEnded('the task has just been completed or cancelled')
    return { instance: { id: task.instance, state } }
  }

  /**
   * Throws the errors that `one` would throw before its first write; for a task of a sheet, those of
   * `SheetTasks.check`. Writes nothing.
   */
  async check(caller: Caller, id: string, completion: Completion): Promise<void> {
    const task = await this.#findTask(id)
    if (task !== undefined) return void (await this.#checkTask(caller, task, completion))
    const respondent = await this.#deps.sheetTasks.find(id)
    if (respondent === undefined) throw taskMissing(id)
    await this.#deps.sheetTasks.check(caller, respondent, completion)
  }

  /**
   * Completes several tasks with the same exit and values. If some tasks cannot be completed, completes the others
   * and throws `task.some_failed`, whose `items` has the result of each task.
   */
  async many(caller: Caller, ids: readonly string[], completion: Completion): Promise<readonly CompletedItem[]> {
    const items = await Promise.all(
      ids.map(async (id): Promise<CompletedItem> => {
        try {
          const { instance } = await this.one(caller, id, completion)
          return { id, instance: instance?.id ?? null }
        } catch (error) {
          if (!(error instanceof PlatformError) || error.status >= 500) throw error
          return { id, error: error.message, code: error.code }
        }
      }),
    )
    const failed = items.filter(({ error }) => error !== undefined)
    if (failed.length > 0) throw taskSomeFailed(`${failed.length} of ${ids.length} tasks were not completed`, { items })
    return items
  }

  async #findTask(id: string) {
    return isUuid(id) ? this.#find(id.toLowerCase()) : undefined
  }

  async #checkTask(caller: Caller, task: TaskRow, given: Completion) {
    const acting = await actingIn(
      { reader: this.#deps.database.single, templates: this.#deps.templates },
      caller,
      task,
      roles,
    )
    refuseEnded(task)
    refuseOthers(task, acting)
    const { form, hasOutputs } = await this.#formOf(task)
    const { completion, unread } = await this.#withoutUnread(caller, task, given)
    const { exit, values, missing } = checkCompletion(form, completion, unread)
    await this.#requireValues(caller, task, missing)
    await this.#refuseUnseen(caller, task, form, values)
    if (form.choosesCase) await this.#requireCase(caller, task, values)
    return { acting, form, hasOutputs, exit, values, completion }
  }

  async #completeSheet(caller: Caller, id: string, completion: Completion): Promise<Completed> {
    const respondent = await this.#deps.sheetTasks.find(id)
    if (respondent === undefined) throw taskMissing(id)
    await this.#deps.sheetTasks.complete(caller, respondent, completion)
    return { instance: null }
  }

  async #formOf(task: TaskRow): Promise<{ readonly form: TaskForm; readonly hasOutputs: boolean }> {
    const { program } = (await this.#deps.programs.get(this.#deps.database.single, task.template, task.version)).loaded
    const node = program.nodes.find(({ id }) => id === task.element)
    return { form: taskForm(program, task.element), hasOutputs: (node?.outputs.length ?? 0) > 0 }
  }

  async #outdated(task: TaskRow, form: TaskForm, seen: Variables): Promise<Error> {
    const present = await taskValues(this.#deps.database.single, task)
    const changed = Object.keys(seen).filter((name) => !isEqual(seen[name], present[name]))
    return fieldsOutdated(changed.length > 0 ? changed : Object.keys(seen), form, present)
  }

  /**
   * Throws unless the performer may register elements in the chosen case. A task without a chosen case registers
   * nothing.
   */
  async #requireCase(caller: Caller, task: TaskRow, values: Completion['context'] = {}): Promise<void> {
    const chosen = 'case' in values ? values.case : (await taskValues(this.#deps.database.single, task)).case
    const id = Array.isArray(chosen) ? chosen[0] : chosen
    if (isUuid(id)) await this.#deps.registry.cases.requireRegistrar(caller, id)
  }

  /**
   * Returns the names of the variables that the caller may not read, and the completion without the nulls that the
   * form showed in their place and without their former values. No names are read for a completion without values.
   */
  async #withoutUnread(caller: Caller, task: TaskRow, completion: Completion) {
    const { context = {}, seen = {} } = completion
    const isNeeded = Object.keys(seen).length > 0 || Object.keys(context).length > 0
    const unread = isNeeded ? await this.#unreadIn(caller, task) : new Set<string>()
    if (unread.size === 0) return { completion, unread }
    const read = { ...completion, context: withoutHiddenNulls(context, unread), seen: without(seen, [...unread]) }
    return { completion: read, unread }
  }

  #unreadIn(caller: Caller, { instance }: TaskRow): Promise<ReadonlySet<string>> {
    return namesOfHidden(this.#deps.database.single, this.#deps.templates.hidden(caller), instance)
  }

  /** Throws when a value refers to something that the caller cannot see and that the task does not already have. */
  async #refuseUnseen(caller: Caller, task: TaskRow, form: TaskForm, values: Variables): Promise<void> {
    const unseen = await this.#deps.checkReferences(caller, form.checked, { values })
    if (unseen.length === 0) return
    const present = await taskValues(this.#deps.database.single, task)
    const problems = await this.#deps.checkReferences(caller, form.checked, { values, present })
    if (problems.length > 0) throw wrongValues(problems)
  }

  /** Throws when the task has no value for a required field. The form does not ask for hidden values. */
  async #requireValues(caller: Caller, task: TaskRow, missing: readonly string[]): Promise<void> {
    if (missing.length === 0) return
    const present = await taskValues(this.#deps.database.single, task)
    const empty = missing.filter((name) => isEmpty(present[name]))
    const unread = empty.length > 0 ? await this.#unreadIn(caller, task) : new Set<string>()
    const asked = empty.filter((name) => !unread.has(name))
    if (asked.length > 0) throw requiredMissing(asked)
  }
}

/**
 * Throws when another user must complete the task. Candidates can complete a task without a claim unless a colleague
 * has claimed the task.
 */
function refuseOthers({ assignee, owner }: TaskRow, { role }: Acting): void {
  if (owner !== null && role !== 'administrator')
    throw taskDelegated(
      role === 'assignee'
        ? 'the task was delegated to you; return it to its owner, who completes it'
        : 'the task is delegated; take it back before you complete it',
    )
  if (role === 'candidate' && assignee !== null) throw taskClaimed('another person works on the task')
}

const isEqual = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null)

const without = (values: Variables, names: readonly string[]): Variables =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

const withExit = ({ result }: TaskForm, values: Completion['context'], exit: string | undefined) =>
  exit === undefined ? { ...values } : { ...values, [result]: exit }
