import type { NodeIndex, ProgramFlow, ProgramNode } from './program.ts'

/** Returns whether a node is in a bitset of 32-bit words. */
export const isIn = (bits: readonly number[], node: NodeIndex): boolean =>
  ((bits[node >>> 5] ?? 0) & (1 << (node & 31))) !== 0

/**
 * Returns for each incoming flow of a joining gateway the bitset of the nodes from which a token can reach the flow
 * without passing the gateway. A boundary event is reachable from its activity, and the target of a link from its
 * source.
 */
export function reachOfJoin(
  join: NodeIndex,
  nodes: readonly ProgramNode[],
  flows: readonly ProgramFlow[],
): readonly (readonly number[])[] {
  const linkSources = new Map<NodeIndex, NodeIndex[]>()
  nodes.forEach((node, index) => {
    if (node.event?.type === 'link' && node.event.target !== undefined) {
      linkSources.set(node.event.target, [...(linkSources.get(node.event.target) ?? []), index])
    }
  })
  return nodes[join]!.incoming.map((incoming) => {
    const found = new Set<NodeIndex>()
    const open = [flows[incoming]!.source]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node === join || found.has(node)) continue
      found.add(node)
      const { incoming: before, attachedTo } = nodes[node]!
      open.push(...before.map((flow) => flows[flow]!.source), ...(linkSources.get(node) ?? []))
      if (attachedTo !== undefined) open.push(attachedTo)
    }
    return toBits(found)
  })
}

function toBits(members: ReadonlySet<NodeIndex>): number[] {
  const bits: number[] = Array(Math.ceil((Math.max(-1, ...members) + 1) / 32)).fill(0)
  for (const node of members) bits[node >>> 5]! |= 1 << (node & 31)
  return bits
}
