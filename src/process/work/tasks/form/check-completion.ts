import { didYouMean } from '../../../../foundation/kit/nearest.ts'
import { isEmpty } from '../../../../values/index.ts'
import { type ContextProblem, checkContext } from '../../../definition/index.ts'
import type { Value, Variables } from '../../../engine/index.ts'
import { taskOutdated, taskWrongExit, taskWrongValues } from '../errors.ts'
import { requiredNames, type TaskForm } from './task-form.ts'

/** The exit and the values of a completion. */
export interface Completion {
  readonly exit?: string | undefined
  readonly context?: Variables | undefined
  readonly comment?: string | undefined
  /** Former values of the changed fields, as the form showed them. */
  readonly seen?: Variables | undefined
}

/** A completion with an existing exit and valid values. */
export interface CheckedCompletion {
  readonly exit: string | undefined
  readonly values: Variables
  /** Required names without a given value. The task must already have values for them. */
  readonly missing: readonly string[]
}

/**
 * Checks the exit and the values of a completion. Variables in `unread` are hidden from the performer and cannot be
 * changed. Throws `task.wrong_exit` or `task.wrong_values`.
 */
export function checkCompletion(
  form: TaskForm,
  completion: Completion,
  unread: ReadonlySet<string> = new Set(),
): CheckedCompletion {
  const exit = chooseExit(form, completion.exit)
  const values = checkValues(form, completion.context ?? {}, unread)
  const required = requiredNames(form, exit)
  const emptied = required.filter((name) => Object.hasOwn(values, name) && isEmpty(values[name]))
  if (emptied.length > 0) throw requiredMissing(emptied)
  return { exit, values, missing: required.filter((name) => !Object.hasOwn(values, name)) }
}

/** Checks the suggestion of a delegate: an optional exit, and values. Throws like `checkCompletion`. */
export function checkSuggestion(
  form: TaskForm,
  { exit, context = {} }: Completion,
  unread: ReadonlySet<string> = new Set(),
): void {
  if (exit !== undefined) chooseExit(form, exit)
  checkValues(form, context, unread)
}

/** Returns the values in their stored form. Throws `task.wrong_values` with one problem for each wrong field. */
function checkValues(form: TaskForm, given: Variables, unread: ReadonlySet<string>): Variables {
  const fields = new Map(form.fields.map((field) => [field.variable.name, field]))
  const problems: ContextProblem[] = []
  const known: Record<string, Value> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = fields.get(name)
    if (field === undefined)
      problems.push({
        field: name,
        message: `the task has no field "${name.slice(0, 100)}"${didYouMean(name, fields.keys())}`,
      })
    else if (field.isReadOnly) problems.push({ field: name, message: `"${name}" is read-only in this task` })
    else if (unread.has(name))
      problems.push({ field: name, message: `you may not read "${name}", so you cannot change it` })
    else known[name] = value
  }
  const checked = checkContext(form.checked, known, { at: 'complete' })
  if ('problems' in checked) throw wrongValues([...problems, ...checked.problems])
  if (problems.length > 0) throw wrongValues(problems)
  return checked.values
}

/** Returns the former values of changed fields in their stored form; values that the form cannot hold are kept. */
export function seenValues(form: TaskForm, values: Variables, seen: Variables = {}): Variables {
  const names = Object.keys(values).filter((name) => Object.hasOwn(seen, name))
  const stored = (name: string): Value => {
    const checked = checkContext(form.checked, { [name]: seen[name] }, { at: 'write' })
    return 'problems' in checked ? seen[name] : checked.values[name]
  }
  return Object.fromEntries(names.map((name) => [name, stored(name)]))
}

/** Creates the error for fields that have changed since the form showed them. */
export function fieldsOutdated(names: readonly string[], form: TaskForm, present: Variables): Error {
  const titleOf = (name: string) => form.fields.find(({ variable }) => variable.name === name)?.title ?? name
  const problems = names.map((field) => ({
    field,
    message: `"${titleOf(field)}" was changed by somebody else while the form was open; check the value and complete the task again`,
  }))
  const values = Object.fromEntries(names.map((name) => [name, present[name] ?? null]))
  return taskOutdated(problems[0]!.message, { field: names[0]!, problems, present: values })
}

function chooseExit({ exits }: TaskForm, exit: string | undefined): string | undefined {
  const codes = exits.map(({ code }) => code)
  if (exit === undefined) {
    if (exits.length <= 1) return codes[0]
    throw taskWrongExit(`"exit" is required; use ${codes.join(', ')}`, { field: 'exit', exits: codes })
  }
  if (codes.includes(exit)) return exit
  const hint = codes.length === 0 ? 'the task has no exits' : `the task has no exit "${exit}"${didYouMean(exit, codes)}`
  throw taskWrongExit(hint, { field: 'exit', exits: codes })
}

/** Creates the error for required fields without a value. */
export const requiredMissing = (names: readonly string[]): Error =>
  wrongValues(names.map((field) => ({ field, message: `"${field}" needs a value` })))

/** Creates the error for wrong values of a form. */
export function wrongValues(problems: readonly ContextProblem[]): Error {
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return taskWrongValues(`${first!.message}${more}`, { field: first!.field, problems: problems.slice(0, 200) })
}
