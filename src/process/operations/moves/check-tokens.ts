import {
  type ActiveScope,
  type CompletedActivity,
  type FlowIndex,
  isIn,
  type NodeIndex,
  type ProgramNode,
  reachOfJoin,
  type State,
  type Token,
} from '../../engine/index.ts'
import type { Reasons } from './reasons.ts'
import { isJoin } from './token-walk.ts'
import { loopDifference, typeDifference, type VersionMap } from './version-map.ts'

/** Returns whether a token has arrived at a join and has not been joined yet. */
export const isArriving = (token: Token, node: ProgramNode): boolean =>
  isJoin(node) && token.phase !== 'leave' && token.isJoined !== true && token.via !== undefined

/** Checks the mapping, the elements of the tokens, the joins, and the activities that can be compensated. */
export function checkTokens(map: VersionMap, state: State, reasons: Reasons): void {
  const used = new Set<NodeIndex>()
  for (const token of state.tokens) {
    used.add(token.at)
    checkNode(map, token.at, reasons)
    for (const { handler } of token.undo ?? []) checkNode(map, handler, reasons, 0)
  }
  for (const scope of state.scopes) {
    checkJoins(map, scope, state, reasons)
    if (map.compensates) for (const activity of scope.completed ?? []) checkCompleted(map, activity, reasons)
  }
  checkMapping(map, used, reasons)
}

/**
 * Checks that an element exists in the new version in the same place, with the same type and the same kind of loop.
 */
function checkNode(map: VersionMap, at: NodeIndex, reasons: Reasons, tokens = 1): void {
  const node = map.from.nodes[at]!
  const target = map.node(at)
  if (target === undefined) {
    if (!map.isNamed(at)) reasons.add('ELEMENT_GONE', node, 'the new version does not have the element', tokens)
    return
  }
  const found = map.to.nodes[target]!
  const difference = typeDifference(node, found)
  if (difference !== undefined) reasons.add('TYPE_CHANGED', node, difference, tokens)
  const loop = loopDifference(node, found)
  if (loop !== undefined) reasons.add('MI_CHANGED', node, loop, tokens)
  if (map.scope(node.scope) !== found.scope) {
    const place = placeOf(map, found)
    reasons.add('SCOPE_CHANGED', node, `in the new version the element "${found.id}" is ${place}`, tokens)
  }
}

function placeOf({ to }: VersionMap, { scope }: ProgramNode): string {
  const { owner } = to.scopes[scope]!
  return owner === undefined ? 'in no sub-process' : `in the sub-process "${to.nodes[owner]!.id}"`
}

/** Checks that each flow with a waiting token still leads to the join, and that no two flows have become one. */
function checkJoins(map: VersionMap, { id }: ActiveScope, state: State, reasons: Reasons): void {
  const taken = new Map<string, number>()
  for (const token of state.tokens) {
    const node = map.from.nodes[token.at]!
    const target = map.node(token.at)
    if (token.scope !== id || target === undefined || !isArriving(token, node)) continue
    if (typeDifference(node, map.to.nodes[target]!) !== undefined) continue
    const flow = joinFlow(map, token.via!, target)
    const key = `${target} ${flow}`
    if (flow !== undefined && (taken.get(key) ?? token.via) === token.via) {
      taken.set(key, token.via!)
      continue
    }
    const { id: old } = map.from.flows[token.via!]!
    const message = `a token waits that came by the flow "${old}"; the gateway of the new version has no corresponding flow`
    reasons.add('GATEWAY_SHRUNK', node, message, 1)
  }
}

/** Checks that the new version can compensate the completed activities that the old version can compensate. */
function checkCompleted(map: VersionMap, { node: at, inner }: CompletedActivity, reasons: Reasons): void {
  const node = map.from.nodes[at]!
  const target = map.node(at)
  for (const activity of inner ?? []) checkCompleted(map, activity, reasons)
  const isLost = target === undefined || (inner === undefined && map.to.nodes[target]!.compensation === undefined)
  if (isLost) reasons.add('ELEMENT_GONE', node, 'the activity was completed, and the new version cannot compensate it')
}

function checkMapping(map: VersionMap, used: ReadonlySet<NodeIndex>, reasons: Reasons): void {
  for (const { source, target } of map.unknownTargets)
    reasons.add('TARGET_UNKNOWN', { id: source }, `the new version has no element "${target}"`)
  for (const at of used) {
    const target = map.node(at)
    const sources = target === undefined ? [] : map.sourcesOf(target)
    const rivals = sources.filter((source) => used.has(source) || map.isNamed(source))
    if (rivals.length < 2) continue
    const names = rivals.map((source) => `"${map.from.nodes[source]!.id}"`).join(' and ')
    const message = `${names} would both become "${map.to.nodes[target!]!.id}"`
    reasons.add('MAPPING_DUPLICATE', map.from.nodes[at]!, message, 1)
  }
  for (const target of map.namedTwice) {
    const message = `the mapping names "${target}" as the target of several elements`
    reasons.add('MAPPING_DUPLICATE', { id: target }, message)
  }
}

/**
 * Returns the incoming flow of a join in the new version that corresponds to a flow of the old version: the same
 * flow, or else the only new flow that comes from the same element, that the element reaches, or that leads to the
 * join. Undefined when there is no such flow, or when there are several.
 */
export function joinFlow(map: VersionMap, via: FlowIndex, join: NodeIndex): FlowIndex | undefined {
  const { incoming } = map.to.nodes[join]!
  const same = map.flow(via)
  if (same !== undefined && incoming.includes(same)) return same
  const candidates = incoming.filter((flow) => map.isNewFlow(flow))
  const source = map.node(map.from.flows[via]!.source)
  const reach = reachOfJoin(join, map.to.nodes, map.to.flows)
  const direct = candidates.filter((flow) => map.to.flows[flow]!.source === source)
  const behind = candidates.filter((flow) => source !== undefined && isIn(reach[incoming.indexOf(flow)]!, source))
  const found = [direct, behind, candidates].find(({ length }) => length > 0) ?? []
  return found.length === 1 ? found[0] : undefined
}
