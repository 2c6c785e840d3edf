import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Variables } from '../../engine/index.ts'
import type { Value, VariableDefinition } from '../../model/index.ts'
import { taskWrongExit, taskWrongValues } from '../errors.ts'
import { requiredNames, type TaskForm } from './task-form.ts'

export interface ValueProblem {
  readonly field: string
  readonly message: string
}

/** Checks values against declared variables. Returns the values as they are stored, and a problem for each wrong one. */
export type CheckValues = (
  variables: readonly VariableDefinition[],
  values: Variables,
) => { readonly values: Variables; readonly problems: readonly ValueProblem[] }

/** How somebody completes a task. */
export interface Completion {
  readonly exit?: string | undefined
  readonly context?: Variables | undefined
  readonly comment?: string | undefined
}

/** A completion whose exit exists and whose values fit. */
export interface CheckedCompletion {
  readonly exit: string | undefined
  readonly values: Variables
  /** The required names that were not given; the task must have values for them already. */
  readonly missing: readonly string[]
}

/** Checks the exit and the values of a completion. Throws `task.wrong_exit` or `task.wrong_values`. */
export function checkCompletion(form: TaskForm, completion: Completion, check: CheckValues): CheckedCompletion {
  const exit = chooseExit(form, completion.exit)
  const { values, problems } = checkValues(form, completion.context ?? {}, check)
  if (problems.length > 0) throw wrongValues(problems)
  const required = requiredNames(form, exit)
  const emptied = required.filter((name) => Object.hasOwn(values, name) && isEmpty(values[name]))
  if (emptied.length > 0) throw requiredMissing(emptied)
  return { exit, values, missing: required.filter((name) => !Object.hasOwn(values, name)) }
}

/** Checks what a delegate suggests: an exit, if there is one, and values. Throws as `checkCompletion` does. */
export function checkSuggestion(form: TaskForm, { exit, context = {} }: Completion, check: CheckValues): void {
  if (exit !== undefined) chooseExit(form, exit)
  const { problems } = checkValues(form, context, check)
  if (problems.length > 0) throw wrongValues(problems)
}

function checkValues(form: TaskForm, given: Variables, check: CheckValues): ReturnType<CheckValues> {
  const names = form.fields.map(({ name }) => name)
  const problems: ValueProblem[] = []
  const known: Record<string, Value> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = form.fields.find((one) => one.name === name)
    if (field?.isReadOnly) problems.push({ field: name, message: 'is read-only in this task' })
    else if (field !== undefined || form.isOpen) known[name] = value
    else problems.push({ field: name, message: `the task has no such field${didYouMean(name, names)}` })
  }
  if (form.isOpen) return { values: known, problems }
  const declared = form.fields.filter(({ name }) => Object.hasOwn(known, name))
  const checked = check(declared.map(toVariable), known)
  return { values: checked.values, problems: [...problems, ...checked.problems] }
}

/** Whether a value is required is decided by the exit. */
const toVariable = ({ name, type, isArray, title }: TaskForm['fields'][number]): VariableDefinition => ({
  name,
  type,
  title,
  isArray,
})

function chooseExit({ exits }: TaskForm, exit: string | undefined): string | undefined {
  const codes = exits.map(({ code }) => code)
  if (exit === undefined) {
    if (exits.length <= 1) return codes[0]
    throw taskWrongExit(`"exit" is missing; the task can end with ${codes.join(', ')}`, { field: 'exit', exits: codes })
  }
  if (codes.includes(exit)) return exit
  const hint = codes.length === 0 ? 'the task has no exits' : `the task has no exit "${exit}"${didYouMean(exit, codes)}`
  throw taskWrongExit(hint, { field: 'exit', exits: codes })
}

/** Throws for required fields without a value. */
export const requiredMissing = (names: readonly string[]): Error =>
  wrongValues(names.map((field) => ({ field, message: 'a value is required' })))

export const isEmpty = (value: Value): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns the error that lists wrong values; its sentence names the first. */
export function wrongValues(problems: readonly ValueProblem[]): Error {
  const [first] = problems
  const more = problems.length > 1 ? `; ${problems.length - 1} more in "problems"` : ''
  return taskWrongValues(`field "${first!.field}": ${first!.message}${more}`, {
    field: first!.field,
    problems: problems.slice(0, 100),
  })
}
