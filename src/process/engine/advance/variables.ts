import type {
  ExpressionIndex,
  Mapping,
  Program,
  ProgramNode,
  TextOrExpression,
  Value,
  VariableDefinition,
} from '../model/index.ts'
import type { IncidentKind } from './effects.ts'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import type { ActiveScope, Token, Variables } from './state.ts'

/** The place where an expression is evaluated: a token, or an active scope. */
export interface Site {
  readonly token?: Token
  readonly scope?: number
}

type Holder = { readonly token: Token } | { readonly scope: ActiveScope }

/**
 * Yields the tokens and scopes with variables that are visible at a site, innermost first; not the context of the
 * instance.
 */
function* holders(run: Run, site: Site): Generator<Holder> {
  let token = site.token === undefined ? undefined : (run.tokens.get(site.token.id) ?? site.token)
  let scope = run.scopes.get(token?.scope ?? site.scope ?? -1)
  while (token !== undefined || scope !== undefined) {
    if (token?.variables !== undefined) yield { token }
    if (scope?.variables !== undefined) yield { scope }
    token = scope?.owner === undefined ? undefined : run.tokens.get(scope.owner)
    scope = token === undefined ? undefined : run.scopes.get(token.scope)
  }
}

const variablesOf = (holder: Holder): Variables =>
  ('token' in holder ? holder.token.variables : holder.scope.variables) ?? {}

/** Returns the value of a variable from the nearest scope that has the variable; null if there is none. */
export function lookUp(run: Run, site: Site, name: string): Value {
  for (const holder of holders(run, site)) {
    const variables = variablesOf(holder)
    if (Object.hasOwn(variables, name)) return variables[name]
  }
  return Object.hasOwn(run.variables, name) ? run.variables[name] : null
}

const isVariable = (run: Run, site: Site, name: string): boolean =>
  Object.hasOwn(run.variables, name) || holderOf(run, site, name) !== undefined

/** Returns all variables that expressions can read at a site. Inner variables hide outer variables of the same name. */
export function visibleVariables(run: Run, site: Site): Variables {
  const declared = run.program.scopes[0]!.variables.map(({ name, isArray }) => [name, isArray ? [] : null] as const)
  const inner = [...holders(run, site)].reverse().map(variablesOf)
  return Object.assign(Object.fromEntries(declared), run.variables, ...inner)
}

interface EvaluateOptions {
  readonly extra?: Variables
  readonly kind?: IncidentKind
  /** Receives the reasons why parts of the expression became null; the history receives them, too. */
  readonly warnings?: string[]
}

/** Evaluates an expression; `extra` hides variables of the same name. Throws Failure. */
export function evaluate(
  run: Run,
  site: Site,
  expression: ExpressionIndex,
  { extra = {}, kind = 'EXPRESSION_ERROR', warnings = [] }: EvaluateOptions = {},
): Value {
  const compiled = run.loaded.expressions[expression]!
  const values: Record<string, Value> = {}
  for (const name of compiled.references) {
    values[name] = Object.hasOwn(extra, name) ? extra[name] : lookUp(run, site, name)
  }
  for (const name of compiled.builtinsRead ?? []) {
    if (Object.hasOwn(extra, name)) values[name] = extra[name]
    else if (isVariable(run, site, name)) values[name] = lookUp(run, site, name)
  }
  const text = run.program.expressions[expression]!
  try {
    return compiled.evaluate(values, {
      nowMs: run.environment.now.getTime(),
      timeZone: run.timeZone,
      onWarning: (sentence) => warnings.push(sentence),
    })
  } catch (error) {
    throw new Failure(kind, `"${text}" cannot be evaluated: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    const { token } = site
    run.warn(text, warnings, token && run.nodeOf(token).id)
  }
}

/**
 * Evaluates a condition. Null counts as not true; if `why` is given, it receives the reason, and the history receives
 * it, too. Throws Failure for any other value than true or false.
 */
export function isTrueAt(run: Run, site: Site, condition: ExpressionIndex, { why }: { why?: string[] } = {}): boolean {
  const warnings: string[] = []
  const value = evaluate(run, site, condition, { kind: 'CONDITION_ERROR', warnings })
  if (typeof value === 'boolean') return value
  const text = run.program.expressions[condition]!
  if (value === null || value === undefined) {
    why?.push(`the condition "${text}" gives null${reasons(warnings)}`)
    if (why !== undefined && warnings.length === 0)
      run.warn(text, ['the condition is null and counts as not true'], site.token && run.nodeOf(site.token).id)
    return false
  }
  throw new Failure(
    'CONDITION_ERROR',
    `the condition "${text}" gives ${JSON.stringify(value)} instead of true or false${reasons(warnings)}`,
  )
}

const reasons = (warnings: readonly string[]): string =>
  warnings.length === 0 ? '' : `: ${[...new Set(warnings)].slice(0, 3).join('; ')}`

export function textOf(run: Run, site: Site, value: TextOrExpression): string {
  if ('text' in value) return value.text
  const result = evaluate(run, site, value.expression)
  return result instanceof Date ? result.toISOString() : String(result)
}

/** Evaluates mappings to variables. Throws Failure. */
export function mapped(run: Run, site: Site, mappings: readonly Mapping[], extra: Variables = {}): Variables {
  return Object.fromEntries(
    mappings.map(({ name, value }) => [name, evaluate(run, site, value, { extra, kind: 'IO_MAPPING_ERROR' })]),
  )
}

/**
 * Writes each variable into the nearest scope that has the variable, or else into the context of the instance. Throws
 * Failure without any change when a value does not fit the declared type.
 */
export function write(run: Run, site: Site, values: Variables): void {
  const checked = run.environment.checkVariables?.(run.program, values, run.variables, run.timeZone) ?? { values }
  if ('problems' in checked)
    throw new Failure('VARIABLE_TYPE_ERROR', checked.problems.map(({ message }) => message).join('; '))
  assign(run, site, checked.values)
}

function holderOf(run: Run, site: Site, name: string): Holder | undefined {
  for (const holder of holders(run, site)) if (Object.hasOwn(variablesOf(holder), name)) return holder
  return undefined
}

/** Writes variables like `write` without checking their types. */
export function assign(run: Run, site: Site, values: Variables): void {
  for (const [name, value] of Object.entries(values)) {
    const holder = holderOf(run, site, name)
    const change = { [name]: value }
    if (holder === undefined) {
      run.variables = { ...run.variables, ...change }
      run.effects.push({ type: 'variablesChanged', holder: 'instance', values: change })
    } else if ('token' in holder) {
      run.tokens.set(holder.token.id, { ...holder.token, variables: { ...holder.token.variables, ...change } })
      run.effects.push({ type: 'variablesChanged', holder: 'token', id: holder.token.id, values: change })
    } else {
      run.scopes.set(holder.scope.id, { ...holder.scope, variables: { ...holder.scope.variables, ...change } })
      run.effects.push({ type: 'variablesChanged', holder: 'scope', id: holder.scope.id, values: change })
    }
    run.areConditionsStale = true
  }
}

/**
 * Returns the variables of a called process that have a value. Null and empty lists count as never set, and do not
 * clear the variables of the caller.
 */
export const withoutUnset = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )

/** Writes the values of a stimulus: the outputs of the element if it declares outputs, or else all variables. */
export function receive(run: Run, token: Token, outputs: readonly Mapping[], values: Variables): void {
  write(run, { token }, outputs.length === 0 ? values : mapped(run, { token }, outputs, values))
}

/**
 * Returns the variables that an event takes from a message or signal: those that the scopes around the event declare.
 * A message event that names variables takes only these. Undefined when any name is allowed: the process declares no
 * variables, or the outputs of the element or of its loop say what is written.
 */
export function declaredAt(
  { scopes }: Program,
  { scope, outputs, loop, event }: ProgramNode,
): readonly VariableDefinition[] | undefined {
  const taken = event?.type === 'message' ? event.variables : undefined
  const collects = loop !== undefined && loop.type !== 'standard' && loop.outputItem !== undefined
  if (outputs.length > 0 || collects || scopes.every(({ variables }) => variables.length === 0)) return undefined
  const declared = []
  for (let at: number | undefined = scope; at !== undefined; at = scopes[at]!.parent)
    declared.push(...scopes[at]!.variables)
  return taken === undefined ? declared : declared.filter(({ name }) => taken.includes(name))
}

/** Returns the values that an event takes from a message or signal: those that `declaredAt` allows. */
export function takenValues(program: Program, node: ProgramNode, given: Variables): Variables {
  const names = declaredAt(program, node)?.map(({ name }) => name)
  if (names === undefined) return given
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
}
