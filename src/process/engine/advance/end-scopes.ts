import { ownCompensation } from './compensation.ts'
import type { Behaviours, Run } from './run.ts'
import { letLeave, remember } from './scopes.ts'
import type { ActiveScope, Token } from './state.ts'
import { closeWaits } from './waits.ts'

/** Ends the scopes that have no tokens left; not those of loops. Returns whether a scope was ended. */
export function endScopes(run: Run, behaviours: Behaviours): boolean {
  const inUse = new Set([...run.tokens.values()].map(({ scope }) => scope))
  const done = [...run.scopes.values()].filter((scope) => !inUse.has(scope.id) && scope.loop === undefined)
  for (const scope of done) endScope(run, behaviours, scope)
  return done.length > 0
}

function endScope(run: Run, behaviours: Behaviours, scope: ActiveScope): void {
  closeWaits(run, { scope: scope.id })
  run.scopes.delete(scope.id)
  const owner = scope.owner === undefined ? undefined : run.tokens.get(scope.owner)
  if (owner === undefined) {
    run.status = 'completed'
    run.effects.push({ type: 'instanceEnded', status: 'completed', variables: run.variables })
    return
  }
  const node = run.nodeOf(owner)
  rememberInner(run, owner, scope)
  const behaviour = behaviours.get(node.kind)
  if (behaviour?.scopeEnded !== undefined) behaviour.scopeEnded(run, owner, scope)
  else letLeave(run, keepVariables(run, owner, scope), node.outputs.length > 0 ? (scope.variables ?? {}) : undefined)
}

/**
 * Keeps the completed activities inside a completed sub-process for compensation. Keeps nothing for a sub-process
 * with its own compensation activity, for an event sub-process and for a compensation.
 */
function rememberInner(run: Run, owner: Token, { completed, variables, isCompensation }: ActiveScope): void {
  const node = run.nodeOf(owner)
  const isEmpty = completed === undefined || completed.length === 0
  if (
    (isEmpty && ownCompensation(run, owner.at) === undefined) ||
    isCompensation ||
    node.compensation !== undefined ||
    node.isEventSubProcess
  )
    return
  remember(run, owner.scope, [{ node: owner.at, inner: completed ?? [], ...(variables && { variables }) }])
}

/**
 * Keeps the variables of a sub-process in a loop visible until its token leaves, so that the loop's output reads
 * them.
 */
function keepVariables(run: Run, owner: Token, scope: ActiveScope): Token {
  if (owner.iteration === undefined || scope.variables === undefined) return owner
  const kept = { ...owner, variables: { ...scope.variables, ...owner.variables } }
  run.tokens.set(owner.id, kept)
  return kept
}
