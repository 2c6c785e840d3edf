import {
  cancelTokensOf,
  type Run,
  startCompensation,
  type Token,
  triggerBoundary,
  undoNext,
} from '../../engine/index.ts'

/** Cancels a transaction: everything in it stops, what was completed is undone, then its cancel event happens. */
export function cancelTransaction(run: Run, token: Token): void {
  const scope = run.scopes.get(token.scope)!
  run.scopes.set(scope.id, { ...scope, isInterrupted: true })
  cancelTokensOf(run, scope, token.id)
  if (!startCompensation(run, token)) leaveTransaction(run, token)
}

/** Continues after one activity of the transaction was undone. */
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
