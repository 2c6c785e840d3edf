import { isIn, type ProgramScope } from '../model/index.ts'
import type { Behaviours, Run } from './run.ts'
import { consume } from './scopes.ts'
import type { ActiveScope, Token } from './state.ts'

type Reach = ProgramScope['reach'][number]

/**
 * Whether a token waits at a join: not before the job of `asyncBefore`, not with an incident, and not after it was
 * joined.
 */
function isWaitingAt(run: Run, token: Token, node: number): boolean {
  if (token.at !== node || token.phase !== undefined || token.isJoined === true || token.incident !== undefined)
    return false
  return !run.program.nodes[node]!.isAsyncBefore || token.isContinued === true
}

/** Returns the first waiting token of each incoming flow of a join. */
export function waitingByFlow(run: Run, scope: number, node: number): ReadonlyMap<number, Token> {
  const byFlow = new Map<number, Token>()
  for (const token of run.tokensIn(scope)) {
    if (isWaitingAt(run, token, node) && token.via !== undefined && !byFlow.has(token.via)) byFlow.set(token.via, token)
  }
  return byFlow
}

/** Replaces the tokens of a join by the last of them. */
export function join(run: Run, tokens: Iterable<Token>, last: Token): void {
  for (const token of tokens) if (token.id !== last.id) consume(run, token, 'joined')
}

/**
 * Fires the first inclusive gateway where no other token can reach an empty incoming flow. Returns whether a gateway
 * fired.
 */
export function fireInclusiveJoin(run: Run, behaviours: Behaviours): boolean {
  for (const scope of run.scopes.values()) {
    if (scope.scope === undefined) continue
    for (const { node, from } of run.program.scopes[scope.scope]!.reach) {
      const waiting = waitingByFlow(run, scope.id, node)
      if (waiting.size === 0 || isAwaited(run, behaviours, scope, { node, from, waiting })) continue
      const tokens = [...waiting.values()]
      const last = tokens.at(-1)!
      join(run, tokens, last)
      run.put({ ...last, isJoined: true, phase: 'enter' })
      return true
    }
  }
  return false
}

/**
 * Returns whether a token of the scope can still reach an empty flow of the join without passing the join. According
 * to BPMN 2.0.2, 13.4.3, a token that waits at another join does not count when it can also reach a flow that has a
 * token. Otherwise two joins in one loop would wait for each other forever.
 */
function isAwaited(
  run: Run,
  behaviours: Behaviours,
  scope: ActiveScope,
  { node, from, waiting }: Reach & { readonly waiting: ReadonlyMap<number, Token> },
): boolean {
  const { incoming } = run.program.nodes[node]!
  const empty = from.filter((_, index) => !waiting.has(incoming[index]!))
  const full = from.filter((_, index) => waiting.has(incoming[index]!))
  return run.tokensIn(scope.id).some((token) => {
    if (token.at === node) return isArriving(run, token) && !waiting.has(token.via!)
    if (!empty.some((reach) => isIn(reach, token.at))) return false
    return !(isJoining(run, behaviours, token) && full.some((reach) => isIn(reach, token.at)))
  })
}

/** Returns whether a token has arrived at a join but does not wait yet, because of its job or an incident. */
const isArriving = (run: Run, token: Token): boolean =>
  token.via !== undefined && token.isJoined !== true && !isWaitingAt(run, token, token.at)

/** Returns whether a token waits at a join. */
export const isJoining = (run: Run, behaviours: Behaviours, token: Token): boolean =>
  behaviours.get(run.nodeOf(token).kind)?.joins !== undefined && isWaitingAt(run, token, token.at)
