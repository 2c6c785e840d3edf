import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { JsonObject, JsonValue } from '../../../foundation/kit/json.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { isEmpty } from '../../../values/index.ts'
import type { Program, VariableDefinition } from '../../engine/index.ts'
import { allFields, contextFields } from './context-fields.ts'
import { contextInvalid } from './errors.ts'
import type { ContextMoment } from './moment.ts'
import { contextLimits, sizeOf, storedValue } from './stored-value.ts'

export interface ContextProblem {
  readonly field: string
  readonly message: string
}

export type CheckedContext = { readonly values: JsonObject } | { readonly problems: readonly ContextProblem[] }

export interface ContextCheck {
  readonly at: ContextMoment
  /** Present values of the other variables, for the limit of the size of the context. */
  readonly present?: Readonly<Record<string, unknown>>
  /** Time zone of dates and local times that the process writes; by default, that of the process, or UTC. */
  readonly timeZone?: string
}

/**
 * Checks values of variables and returns them in their stored form; null clears a variable. Returns one problem for
 * each wrong variable if there are any.
 */
export function checkContext(
  program: Program,
  given: Readonly<Record<string, unknown>>,
  { at, present = {}, timeZone = program.timeZone ?? 'UTC' }: ContextCheck,
): CheckedContext {
  const variables = new Map(variablesOf(program, at).map((variable) => [variable.name, variable]))
  const fields = at === 'write' ? allFields(program) : contextFields(program)
  const problems: ContextProblem[] = []
  const values: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(given)) {
    const message = refusal(name, value, variables, at)
    if (message !== undefined) {
      problems.push({ field: name, message })
      continue
    }
    try {
      values[name] = storedValue(name, value, fields.get(name), { at, timeZone })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      problems.push({ field: error.details.field ?? name, message: error.message })
    }
  }
  const named = new Set(problems.map(({ field }) => field))
  if (isStart(at)) problems.push(...missingAtStart(program, values).filter(({ field }) => !named.has(field)))
  const bytes = sizeOf({ ...present, ...values })
  if (bytes > contextLimits.maxBytes)
    problems.push({
      field: '',
      message: `the context has ${bytes} bytes; at most ${contextLimits.maxBytes} are allowed. Store large contents as files`,
    })
  return problems.length > 0 ? { problems } : { values }
}

/** Checks values like `checkContext` and returns the stored values. Throws `context.invalid` with all problems. */
export function readProcessContext(
  program: Program,
  given: Readonly<Record<string, unknown>>,
  check: ContextCheck,
): JsonObject {
  const checked = checkContext(program, given, check)
  if ('values' in checked) return checked.values
  throw contextError(checked.problems)
}

/** Creates the error `context.invalid` from the problems of a context. */
export function contextError(problems: readonly ContextProblem[]): PlatformError {
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return contextInvalid(`${first!.message}${more}`, { field: first!.field, problems: problems.slice(0, 200) })
}

function variablesOf({ scopes }: Program, at: ContextMoment): readonly VariableDefinition[] {
  return at === 'write' ? scopes.flatMap(({ variables }) => variables) : scopes[0]!.variables
}

/** Returns the reason why a variable cannot be written; undefined if it can. */
function refusal(
  name: string,
  value: unknown,
  variables: ReadonlyMap<string, VariableDefinition>,
  at: ContextMoment,
): string | undefined {
  const variable = variables.get(name)
  if (at === 'write' || (at === 'call' && variables.size === 0)) return undefined
  if (variable === undefined) {
    const hint = variables.size === 0 ? '; it declares none' : didYouMean(name, variables.keys())
    return `the process has no variable "${name.slice(0, 100)}"${hint}`
  }
  const { direction, isReadOnly, isRequired } = variable
  if (isStart(at) && (direction === 'output' || direction === 'internal'))
    return `"${name}" is set by the process and cannot be given at the start`
  if (at === 'complete' && direction === 'internal') return `"${name}" can only be set by the process`
  if (!isStart(at) && isReadOnly) return `"${name}" is read-only after the start`
  if (!isStart(at) && isRequired && isEmpty(value)) return `"${name}" is required and cannot be cleared`
  return undefined
}

/** Returns one problem for each variable that must be given at the start and has no value. */
function missingAtStart(program: Program, values: JsonObject): ContextProblem[] {
  const required = program.scopes[0]!.variables.filter((one) => one.isRequired && isGivenByCaller(one))
  return withoutValue(required, values).map((name) => ({ field: name, message: `"${name}" is required` }))
}

/** Returns one problem for each variable that must have a value at the end of the process and has none. */
export function missingAtEnd(program: Program, values: Readonly<Record<string, unknown>>): ContextProblem[] {
  const required = program.scopes[0]!.variables.filter(
    (one) => one.isRequiredAtEnd || (one.isRequired && !isGivenByCaller(one)),
  )
  return withoutValue(required, values).map((name) => ({
    field: name,
    message: `"${name}" is required at the end of the process`,
  }))
}

const isStart = (at: ContextMoment): boolean => at === 'start' || at === 'call'
const isGivenByCaller = ({ direction }: VariableDefinition): boolean =>
  direction !== 'output' && direction !== 'internal'

const withoutValue = (variables: readonly VariableDefinition[], values: Readonly<Record<string, unknown>>): string[] =>
  variables.filter(({ name }) => isEmpty(values[name])).map(({ name }) => name)
