import { type FlowIndex, isIn, type NodeIndex, reachOfJoin } from '../../engine/index.ts'
import type { VersionMap } from './version-map.ts'

/**
 * Returns the incoming flow of a join in the new version that corresponds to a flow of the old version: the same flow,
 * or the flow from an activity that was inserted before the join. Undefined when there is no such flow.
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
