import type { ProgramNode } from '../model/index.ts'
import { cancelTokensOf } from './cancel.ts'
import { chooseFlows, take } from './flow.ts'
import { endIteration } from './loops.ts'
import { type Run, without } from './run.ts'
import { remember } from './scopes.ts'
import type { ActiveScope, Token } from './state.ts'
import { isTrueAt, receive, withoutUnset } from './variables.ts'
import { collectsResult } from './work/reads.ts'

/**
 * Completes the node of a token and moves the token along its flows. Throws Failure; the token then stays and can be
 * retried.
 */
export function leave(run: Run, token: Token): void {
  const node = run.nodeOf(token)
  const current = writeResult(run, token, node)
  const scope = run.scopes.get(token.scope)!
  const completesAdHoc = isAdHocComplete(run, scope)
  if (scope.loop !== undefined) {
    endIteration(run, current, scope, node.loop!)
    return
  }
  const chosen = node.outgoing.find((flow) => run.program.flows[flow]!.id === current.flow)
  take(run, current, chosen === undefined ? chooseFlows(run, current, node) : [chosen])
  if (node.compensation !== undefined && node.loop === undefined) remember(run, token.scope, [{ node: token.at }])
  if (completesAdHoc) cancelTokensOf(run, scope)
}

/**
 * Writes the result of an activity to variables. In a loop with an output collection, a result without output
 * mappings is visible in its instance of the loop only, so that parallel instances do not overwrite each other.
 */
function writeResult(run: Run, token: Token, node: ProgramNode): Token {
  const { isWritten } = token
  if (isWritten) return token
  const isCall = node.kind === 'callActivity' && node.outputs.length === 0
  const result = isCall && token.result !== undefined ? withoutUnset(token.result) : token.result
  if (collectsResult(token, node) && result !== undefined && node.outputs.length === 0) {
    const kept = { ...without(token, 'result'), variables: { ...token.variables, ...result }, isWritten: true }
    run.tokens.set(token.id, kept)
    return kept
  }
  const isWholeLoop = node.loop !== undefined && token.iteration === undefined
  const isDropped = node.outputs.length === 0 && node.settings.writesOutputsOnly === true
  if (!isDropped && (result !== undefined || (node.outputs.length > 0 && !isWholeLoop)))
    receive(run, token, node.outputs, result ?? {})
  const written = { ...without(run.tokens.get(token.id)!, 'result'), isWritten: true }
  run.tokens.set(token.id, written)
  return written
}

/**
 * Returns whether `scope` is an ad-hoc sub-process whose completion condition is true and whose other activities are
 * then to be cancelled. Throws Failure.
 */
function isAdHocComplete(run: Run, scope: ActiveScope): boolean {
  const owner = scope.owner === undefined ? undefined : run.tokens.get(scope.owner)
  const node = owner && run.nodeOf(owner)
  if (node?.kind !== 'adHocSubProcess' || scope.loop !== undefined) return false
  const { completion, cancelsRemaining } = node.settings
  return typeof completion === 'number' && cancelsRemaining === true && isTrueAt(run, { scope: scope.id }, completion)
}
