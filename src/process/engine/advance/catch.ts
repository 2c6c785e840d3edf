import type { NodeIndex } from '../model/index.ts'
import { cancelTokensOf } from './cancel.ts'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import type { ActiveScope, CaughtErrors, Token, Variables } from './state.ts'
import { triggerBoundary, triggerEventSubProcess } from './trigger.ts'
import { withoutUnset } from './variables.ts'

type Catcher =
  | { readonly node: NodeIndex; readonly host: Token }
  | { readonly node: NodeIndex; readonly scope: ActiveScope }

/** An error or an escalation, for which a catching event is sought. */
export interface Thrown {
  readonly type: 'error' | 'escalation'
  readonly code?: string
  readonly message?: string
  readonly variables?: Variables
}

/** Yields the catching events of a type, one list per level, from the innermost level outward. */
function* levels(run: Run, from: Token, type: Thrown['type']): Generator<readonly Catcher[]> {
  const catches = (node: NodeIndex): boolean => run.program.nodes[node]!.event?.type === type
  for (let token: Token | undefined = from; token !== undefined; ) {
    const scope: ActiveScope = run.scopes.get(token.scope)!
    const host: Token = token
    if (scope.loop === undefined)
      yield run
        .nodeOf(host)
        .boundary.filter(catches)
        .map((node) => ({ node, host }))
    if (scope.scope !== undefined && !scope.isInterrupted && !scope.isCompensation) {
      const starts = run.program.scopes[scope.scope]!.eventStarts.filter(catches)
      const others = starts.filter((start) => run.program.scopes[run.program.nodes[start]!.scope]!.owner !== host.at)
      yield others.map((node) => ({ node, scope }))
    }
    token = scope.owner === undefined ? undefined : run.tokens.get(scope.owner)
  }
}

/**
 * Returns the event that catches a code: at the innermost level with a match, an event with this code takes precedence
 * over an event without a code.
 */
function findCatcher(run: Run, from: Token, { type, code }: Thrown): Catcher | undefined {
  const codeOf = ({ node }: Catcher): string | undefined => {
    const { event } = run.program.nodes[node]!
    return event?.type === 'error' || event?.type === 'escalation' ? event.code : undefined
  }
  for (const level of levels(run, from, type)) {
    const found =
      level.find((catcher) => codeOf(catcher) === code) ?? level.find((catcher) => codeOf(catcher) === undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the errors that would be caught if the activity of a token threw them. A called instance stores them. */
export function caughtErrors(run: Run, from: Token): CaughtErrors {
  const caught = [...levels(run, from, 'error')].flat().map(({ node }) => run.program.nodes[node]!.event)
  const codes = caught.flatMap((event) => (event?.type === 'error' && event.code !== undefined ? [event.code] : []))
  const parent = run.caughtByParent
  return {
    codes: [...new Set([...codes, ...(parent?.codes ?? [])])],
    all: caught.some((event) => event?.type === 'error' && event.code === undefined) || parent?.all === true,
  }
}

/**
 * Returns whether an error of a token is caught by an event with exactly this code, in this instance or in the calling
 * instance.
 */
export const isCaughtExactly = (run: Run, from: Token, code: string): boolean =>
  caughtErrors(run, from).codes.includes(code)

/**
 * Throws a BPMN error. The error is caught in this instance, or ends a called instance whose caller catches the error.
 * Throws Failure when nothing catches the error; the token then stops with an incident.
 */
export function throwError(run: Run, from: Token, thrown: Thrown & { readonly code: string }): void {
  const catcher = findCatcher(run, from, thrown)
  const details = { errorCode: thrown.code, errorMessage: thrown.message ?? null }
  if (catcher !== undefined) {
    trigger(run, catcher, { from, variables: thrown.variables, details })
    return
  }
  const parent = run.caughtByParent
  if (parent !== undefined && (parent.all || parent.codes.includes(thrown.code))) {
    endWithError(run, thrown)
    return
  }
  const message = thrown.message === undefined ? '' : `: ${thrown.message}`
  throw new Failure('UNHANDLED_ERROR', `the error "${thrown.code}" is not caught${message}`)
}

/**
 * Throws an escalation. If no event catches the escalation, the process continues, and the calling instance, if there
 * is one, receives the escalation.
 */
export function throwEscalation(run: Run, from: Token, thrown: Thrown): void {
  const catcher = findCatcher(run, from, thrown)
  if (catcher !== undefined) {
    trigger(run, catcher, { from, variables: thrown.variables, details: { escalationCode: thrown.code ?? null } })
    return
  }
  if (run.caughtByParent === undefined) return
  const code = thrown.code === undefined ? {} : { code: thrown.code }
  run.effects.push({ type: 'escalatedToParent', element: run.nodeOf(from).id, ...code })
}

/** The values that a catching event receives from a token. */
interface Caught {
  readonly from: Token
  readonly variables: Variables | undefined
  readonly details: Variables
}

/**
 * Triggers a catching event. `details` are visible to the output mappings of the event and are not written to
 * variables.
 */
function trigger(run: Run, catcher: Catcher, { from, variables, details }: Caught): void {
  const hasOutputs = run.program.nodes[catcher.node]!.outputs.length > 0
  const written = variables && run.nodeOf(from).kind === 'callActivity' ? withoutUnset(variables) : variables
  const result = hasOutputs ? { ...variables, ...details } : written
  if ('host' in catcher) triggerBoundary(run, catcher.node, catcher.host, result)
  else triggerEventSubProcess(run, catcher.node, catcher.scope, result)
}

function endWithError(run: Run, { code, message }: Thrown): void {
  for (const scope of [...run.scopes.values()]) {
    if (scope.owner === undefined) cancelTokensOf(run, scope)
  }
  run.scopes.clear()
  run.status = 'completed'
  const error = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) }
  run.effects.push({ type: 'instanceEnded', status: 'completed', error, variables: run.variables })
}
