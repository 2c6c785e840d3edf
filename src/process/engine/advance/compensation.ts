import type { NodeIndex } from '../model/index.ts'
import type { Run } from './run.ts'
import { addToken, letLeave } from './scopes.ts'
import type { ActiveScope, CompletedActivity, Token, Undo } from './state.ts'

/**
 * Starts the compensation of the completed activities in the scope of a token, last completed first, or of one activity
 * if `activity` is given. Each activity is compensated once. Returns whether there is anything to compensate; the token
 * then waits.
 */
export function startCompensation(run: Run, token: Token, activity?: NodeIndex): boolean {
  const scope = compensatedScope(run, token)
  const completed = scope.completed ?? []
  const chosen = completed.filter(({ node }) => activity === undefined || node === activity)
  run.scopes.set(scope.id, { ...scope, completed: completed.filter((record) => !chosen.includes(record)) })
  const undo = undoOf(run, chosen)
  run.tokens.set(token.id, { ...run.tokens.get(token.id)!, undo })
  return undoNext(run, token.id)
}

/** Starts the next compensation activity of a token. Returns false when none is left. */
export function undoNext(run: Run, id: number): boolean {
  const token = run.tokens.get(id)!
  const [next, ...rest] = token.undo ?? []
  if (next === undefined) return false
  run.tokens.set(id, { ...token, undo: rest })
  const scope: ActiveScope = {
    id: run.nextNumber(),
    scope: run.program.nodes[next.handler]!.scope,
    owner: id,
    isCompensation: true,
    ...(next.variables !== undefined && { variables: next.variables }),
    ...(next.completed !== undefined && { completed: next.completed }),
  }
  run.scopes.set(scope.id, scope)
  addToken(run, scope.id, next.handler)
  return true
}

/** Returns the scope whose activities are compensated: inside an event sub-process, the scope around it. */
function compensatedScope(run: Run, token: Token): ActiveScope {
  const scope = run.scopes.get(token.scope)!
  const owner = scope.owner === undefined ? undefined : run.tokens.get(scope.owner)
  return owner !== undefined && run.nodeOf(owner).isEventSubProcess ? run.scopes.get(owner.scope)! : scope
}

function undoOf(run: Run, completed: readonly CompletedActivity[], variables?: Undo['variables']): Undo[] {
  return completed.toReversed().flatMap((record) => {
    const handler = run.program.nodes[record.node]!.compensation
    if (handler !== undefined && record.inner === undefined) return [{ handler, ...(variables && { variables }) }]
    const inside = record.variables ?? variables
    const own = ownCompensation(run, record.node)
    if (own !== undefined)
      return [{ handler: own, completed: record.inner ?? [], ...(inside && { variables: inside }) }]
    return undoOf(run, record.inner ?? [], inside)
  })
}

/**
 * Returns the event sub-process that replaces the compensation of the activities in a sub-process, if there is one.
 */
export function ownCompensation({ program: { nodes, scopes } }: Run, subProcess: NodeIndex): NodeIndex | undefined {
  const { body } = nodes[subProcess]!
  const start = body && scopes[body]!.eventStarts.find((index) => nodes[index]!.event?.type === 'compensation')
  return start === undefined ? undefined : scopes[nodes[start]!.scope]!.owner
}

/** Continues a compensation event after one activity was compensated. */
export function continueCompensation(run: Run, token: Token): void {
  if (!undoNext(run, token.id)) letLeave(run, token)
}
