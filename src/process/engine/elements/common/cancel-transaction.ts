import {
  cancelTokensOf,
  type Run,
  startCompensation,
  type Token,
  triggerBoundary,
  undoNext,
} from '../../advance/index.ts'

/** Cancels a transaction: cancels its tokens, compensates its completed activities, then triggers its cancel event. */
export function cancelTransaction(run: Run, token: Token): void {
  const scope = run.scopes.get(token.scope)!
  run.scopes.set(scope.id, { ...scope, isInterrupted: true })
  cancelTokensOf(run, scope, token.id)
  if (!startCompensation(run, token)) leaveTransaction(run, token)
}

/** Continues the cancellation after one activity of the transaction was compensated. */
export function continueCancel(run: Run, token: Token): void {
  if (!undoNext(run, token.id)) leaveTransaction(run, token)
}

function leaveTransaction(run: Run, token: Token): void {
  const owner = run.tokens.get(run.scopes.get(token.scope)!.owner!)!
  const loop = run.scopes.get(owner.scope)!
  const host = loop.loop === undefined ? owner : run.tokens.get(loop.owner!)!
  const boundary = run.nodeOf(host).boundary.find((node) => run.program.nodes[node]!.event?.type === 'cancel')!
  triggerBoundary(run, boundary, host)
}
