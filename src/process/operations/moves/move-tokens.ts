import type {
  ActiveScope,
  CompletedActivity,
  LoopDefinition,
  LoopState,
  State,
  Token,
  Variables,
} from '../../engine/index.ts'
import { isArriving, joinFlow } from './check-tokens.ts'
import type { VersionMap } from './version-map.ts'

/** Moves a token to the corresponding element of the new version. The move has been checked before. */
export function moveToken(map: VersionMap, state: State, token: Token): Token {
  const { via: old, undo, variables, ...rest } = token
  const at = map.node(token.at)!
  const isAtJoin = isArriving(token, map.from.nodes[token.at]!)
  const via = old === undefined ? undefined : isAtJoin ? joinFlow(map, old, at) : map.flow(old)
  const own = variablesOf(map, state, token)
  return {
    ...rest,
    at,
    ...(via !== undefined && { via }),
    ...(undo !== undefined && { undo: undo.map((next) => ({ ...next, handler: map.node(next.handler)! })) }),
    ...(own !== undefined && { variables: own }),
  }
}

/**
 * Returns the variables of a token, with the item and the index of a multi-instance under their names in the new
 * version.
 */
function variablesOf(map: VersionMap, state: State, { at, scope, iteration, variables }: Token): Variables | undefined {
  if (iteration === undefined) return variables
  const { loop } = state.scopes.find(({ id }) => id === scope)!
  const before = namesOf(map.from.nodes[at]!.loop)
  const after = namesOf(map.to.nodes[map.node(at)!]!.loop)
  const renamed: Record<string, unknown> = {}
  if (after.item !== undefined && after.item !== before.item) renamed[after.item] = loop?.items?.[iteration] ?? null
  if (after.index !== undefined && after.index !== before.index) renamed[after.index] = iteration + 1
  return { ...renamed, ...variables }
}

const namesOf = (loop: LoopDefinition | undefined): { readonly item?: string; readonly index?: string } =>
  loop === undefined || loop.type === 'standard' ? {} : loop

/** Moves a scope with its completed activities. `variables` have been moved before. */
export function moveScope(map: VersionMap, state: State, scope: ActiveScope, variables?: Variables): ActiveScope {
  const { completed, scope: old, loop, ...rest } = scope
  const own = variables !== undefined && Object.keys(variables).length > 0 ? variables : scope.variables
  return {
    ...rest,
    ...(old !== undefined && { scope: map.scope(old)! }),
    ...(own !== undefined && { variables: own }),
    ...(loop !== undefined && { loop: moveLoop(map, state, loop, scope.owner) }),
    ...(completed !== undefined && map.compensates && { completed: completed.map((one) => moveCompleted(map, one)) }),
  }
}

/** Moves a loop. If only the new version collects outputs, the outputs of earlier iterations are null. */
function moveLoop(map: VersionMap, state: State, loop: LoopState, owner: number | undefined): LoopState {
  const host = state.tokens.find(({ id }) => id === owner)!
  const definition = map.to.nodes[map.node(host.at)!]!.loop
  const collects = definition !== undefined && definition.type !== 'standard' && definition.outputItem !== undefined
  if (!collects || loop.outputs !== undefined || loop.total === undefined) return loop
  return { ...loop, outputs: Array(loop.total).fill(null) }
}

const moveCompleted = (map: VersionMap, { node, inner, ...rest }: CompletedActivity): CompletedActivity => ({
  ...rest,
  node: map.node(node)!,
  ...(inner !== undefined && { inner: inner.map((one) => moveCompleted(map, one)) }),
})
