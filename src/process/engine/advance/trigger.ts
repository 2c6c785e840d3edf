import { cancelActivity, cancelTokensOf } from './cancel.ts'
import { type Run, without } from './run.ts'
import { addToken, letLeave } from './scopes.ts'
import type { ActiveScope, OpenWait, Token, Variables } from './state.ts'
import { closeWait, closeWaits, reopenEventWait } from './waits.ts'

/** Continues the activity, catching event, boundary event or event sub-process of a used wait. */
export function useWait(run: Run, wait: OpenWait, result?: Variables): void {
  const node = run.program.nodes[wait.at]!
  // Another signal may already be on its way to the wait, by the wait's id. A message looks for a wait on delivery.
  const isKept = node.isInterrupting === false && wait.kind === 'signal'
  if (!isKept) closeWait(run, wait, 'used')
  const mustReopen = node.isInterrupting === false && !isKept
  if (wait.scope !== undefined) {
    if (mustReopen) reopenEventWait(run, wait)
    triggerEventSubProcess(run, wait.at, run.scopes.get(wait.scope)!, result)
    return
  }
  const token = run.tokens.get(wait.token!)!
  if (wait.kind === 'continuation') {
    run.put({ ...token, isContinued: true, phase: 'enter' })
  } else if (node.attachedTo !== undefined) {
    if (mustReopen) reopenEventWait(run, wait)
    triggerBoundary(run, wait.at, token, result)
  } else if (token.at === wait.at) {
    letLeave(run, token, result)
  } else {
    moveToEvent(run, token, wait.at, result)
  }
}

/** Moves a token from an event-based gateway to the event that occurred first. */
function moveToEvent(run: Run, token: Token, at: number, result: Variables | undefined): void {
  closeWaits(run, { token: token.id })
  run.record('completed', token)
  const via = run.nodeOf(token).outgoing.find((flow) => run.program.flows[flow]!.target === at)
  const moved: Token = { id: token.id, at, scope: token.scope, ...(via !== undefined && { via }) }
  run.tokens.set(moved.id, moved)
  run.record('entered', moved)
  letLeave(run, moved, result)
}

/** Triggers a boundary event. An interrupting event cancels the activity first. */
export function triggerBoundary(run: Run, at: number, host: Token, result?: Variables): void {
  const extra = result === undefined ? {} : { result }
  if (run.program.nodes[at]!.isInterrupting === false) {
    addToken(run, host.scope, at, { phase: 'leave', ...extra })
    return
  }
  const moved = run.put({ ...cancelActivity(run, host), at, phase: 'leave', ...extra })
  run.record('entered', moved)
}

/**
 * Starts an event sub-process in a scope. An interrupting event sub-process cancels everything else in the scope first.
 */
export function triggerEventSubProcess(run: Run, start: number, scope: ActiveScope, result?: Variables): void {
  const node = run.program.nodes[start]!
  if (node.isInterrupting !== false) {
    run.scopes.set(scope.id, { ...run.scopes.get(scope.id)!, isInterrupted: true })
    cancelTokensOf(run, scope)
  }
  const owner = run.program.scopes[node.scope]!.owner!
  addToken(run, scope.id, owner, result === undefined ? {} : { result })
}

/** Marks a token as stopped by an incident. */
export function stop(run: Run, token: Token, incident: string, phase: 'enter' | 'leave' | undefined): void {
  const current = without(run.tokens.get(token.id) ?? token, 'phase')
  run.tokens.set(token.id, { ...current, incident: { id: incident, ...(phase !== undefined && { phase }) } })
}
