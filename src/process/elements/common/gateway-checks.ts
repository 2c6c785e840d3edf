import type { CheckContext, ProgramNode } from '../../model/index.ts'

/** Refuses a choice between flows in which a flow has neither a condition nor is the default. */
export function checkConditions(node: ProgramNode, { flows, refuseAt }: CheckContext): void {
  if (node.outgoing.length < 2) return
  for (const flow of node.outgoing) {
    if (flow !== node.defaultFlow && flows[flow]!.condition === undefined) {
      refuseAt(
        flows[flow]!.id,
        `the flow leaves the gateway "${node.id}" and has no condition; write one, or make it the default flow`,
      )
    }
  }
}
