import { errorKind, PlatformError } from '../../../foundation/kit/errors.ts'
import type { JsonObject, JsonValue } from '../../../foundation/kit/json.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { fromExpression } from '../../../values/expression-values.ts'
import { type Field, isEmpty, isForbiddenKey, readContext, uploadsIn } from '../../../values/index.ts'
import type { Program, VariableDefinition } from '../../engine/index.ts'
import { allFields, contextFields } from './context-fields.ts'

/**
 * The occasions on which values are written.
 *
 * - `start`: by the caller who starts an instance. Output and internal variables cannot be given; the other required
 *   variables must be given.
 * - `call`: by the process that calls another process. As for `start`, but values may have the form that expressions
 *   give them, and a process that declares no variables accepts any variable.
 * - `change`: by a person or another system into a running instance: a change of the context, or an answer.
 * - `complete`: by the person who completes a task. Internal variables cannot be given.
 * - `write`: by the process itself: mappings, scripts, decisions. Values may have the form that expressions give them,
 *   and undeclared names are kept as JSON.
 */
export type ContextMoment = 'start' | 'call' | 'change' | 'complete' | 'write'

export const contextInvalid = errorKind(
  'context.invalid',
  400,
  'Values of the context do not fit the variables of the process. `problems` lists one {field, message} for each wrong variable.',
)

const contextLimits = { maxValueBytes: 256 * 1024, maxBytes: 2 * 1024 * 1024 } as const

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
 * Checks values of variables and returns them in their stored form; null clears a variable. Returns problems instead
 * if a value is wrong, a required value is missing or the context is too large.
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

/** Checks values like `checkContext` and returns the stored values. Throws `context.invalid` with the problems. */
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

/**
 * Returns the stored form of the value of a variable. Without a field, the variable is undeclared and holds JSON.
 * Throws a PlatformError whose message names the variable.
 */
function storedValue(
  name: string,
  value: unknown,
  field: Field | undefined,
  { at, timeZone }: { readonly at: ContextMoment; readonly timeZone: string },
): JsonValue {
  const json = value === undefined ? null : (value as JsonValue)
  if (field === undefined && isForbiddenKey(name))
    throw contextInvalid(`"${name}" is not allowed as the name of a variable`, { field: name })
  const given = (at === 'write' || at === 'call') && field !== undefined ? fromExpression(field, json, timeZone) : json
  const kept = field === undefined ? given : readContext({ [name]: given }, new Map([[name, field]]))[name]!
  if (field !== undefined && kept !== null && uploadsIn(kept, field).length > 0)
    throw contextInvalid(`"${name}" takes ids of files; persist the upload first`, { field: name })
  const bytes = sizeOf(kept)
  if (bytes > contextLimits.maxValueBytes) {
    const message = `"${name}" has ${bytes} bytes; at most ${contextLimits.maxValueBytes} are allowed. Store large contents as files`
    throw contextInvalid(message, { field: name })
  }
  return kept
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
