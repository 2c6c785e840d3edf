import type { CheckContext, ProgramNode } from '../../model/index.ts'

/** Refuses a gateway with a flow that has no condition and is not the default flow. */
export function checkConditions(node: ProgramNode, { flows, refuseAt }: CheckContext): void {
  if (node.outgoing.length < 2) return
  for (const flow of node.outgoing) {
    if (flow !== node.defaultFlow && flows[flow]!.condition === undefined) {
      refuseAt(
        flows[flow]!.id,
        `the flow leaves the gateway "${node.id}" and has no condition; add a condition, or make the flow the default flow`,
      )
    }
  }
}
