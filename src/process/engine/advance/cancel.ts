import type { Run } from './run.ts'
import type { ActiveScope, Token } from './state.ts'
import { closeWaits } from './waits.ts'

/** Removes a token and everything inside its activity, innermost first. */
function cancelToken(run: Run, token: Token): void {
  cancelInside(run, token)
  closeWaits(run, { token: token.id })
  closeIncidentOf(run, token)
  run.record('cancelled', token)
  run.tokens.delete(token.id)
}

/** Cancels the sub-process, the loop and the compensation of a token's activity. */
export function cancelInside(run: Run, token: Token): void {
  for (const scope of run.scopesOf(token.id)) cancelScope(run, scope)
}

/** Removes a scope and all of its tokens. Keeps the token that owns the scope. */
export function cancelScope(run: Run, scope: ActiveScope): void {
  cancelTokensOf(run, scope)
  run.scopes.delete(scope.id)
}

/** Cancels the waits of a scope, and its tokens except the token `except`. Keeps the scope. */
export function cancelTokensOf(run: Run, scope: ActiveScope, except?: number): void {
  for (const token of run.tokensIn(scope.id)) if (token.id !== except) cancelToken(run, token)
  closeWaits(run, { scope: scope.id })
}

/** Cancels the activity of a token and keeps the token for the boundary event that cancelled the activity. */
export function cancelActivity(run: Run, token: Token): Token {
  cancelInside(run, token)
  closeWaits(run, { token: token.id })
  closeIncidentOf(run, token)
  run.record('cancelled', token)
  const bare: Token = { id: token.id, at: token.at, scope: token.scope }
  run.tokens.set(bare.id, bare)
  return bare
}

function closeIncidentOf(run: Run, token: Token): void {
  const incident = run.tokens.get(token.id)?.incident
  if (incident !== undefined) run.closeIncident(incident.id, 'cancelled')
}
