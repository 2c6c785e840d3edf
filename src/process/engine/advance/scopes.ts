import type { NodeIndex, ScopeIndex } from '../model/index.ts'
import { type Run, without } from './run.ts'
import type { ActiveScope, CompletedActivity, Token, Variables } from './state.ts'
import { closeWaits, openEventWait } from './waits.ts'

/** Creates a token at a node. The token then enters the node, or leaves it if `extra` has the phase `leave`. */
export function addToken(run: Run, scope: number, at: NodeIndex, extra: Partial<Token> = {}): Token {
  const token = run.put({ id: run.nextNumber(), at, scope, phase: 'enter', ...extra })
  run.record('entered', token)
  return token
}

/** Removes a token at the end of its path, or a token that a gateway joins with another one. */
export function consume(run: Run, token: Token, event: 'ended' | 'joined' = 'ended'): void {
  closeWaits(run, { token: token.id })
  run.record(event, token)
  run.tokens.delete(token.id)
}

/**
 * Starts a scope and opens the waits of its event sub-processes. Declared variables without a value in `given` are
 * null or, if they are lists, empty. Throws Failure.
 */
export function openScope(run: Run, index: ScopeIndex, owner: number | undefined, given: Variables = {}): ActiveScope {
  const definition = run.program.scopes[index]!
  const declared = definition.variables.map(({ name, isArray }) => [name, isArray ? [] : null] as const)
  const hasOwn = owner !== undefined && (declared.length > 0 || Object.keys(given).length > 0)
  const scope: ActiveScope = {
    id: run.nextNumber(),
    scope: index,
    ...(owner !== undefined && { owner }),
    ...(hasOwn && { variables: { ...Object.fromEntries(declared), ...given } }),
  }
  run.scopes.set(scope.id, scope)
  for (const start of definition.eventStarts) openEventWait(run, start, { scope: scope.id })
  return scope
}

/**
 * Lets a waiting token leave its node. `result` holds the values that the stimulus brought. The token leaves by `flow`
 * if given.
 */
export function letLeave(run: Run, token: Token, result?: Variables, flow?: string): void {
  const current = without(run.tokens.get(token.id)!, 'incident', 'result', 'isWritten', 'flow')
  const brought = { ...(result !== undefined && { result }), ...(flow !== undefined && { flow }) }
  run.put({ ...current, phase: 'leave', ...brought })
}

/** Stores a completed activity for compensation. */
export function remember(run: Run, scope: number, activities: readonly CompletedActivity[]): void {
  const active = run.scopes.get(scope)!
  run.scopes.set(scope, { ...active, completed: [...(active.completed ?? []), ...activities] })
}
