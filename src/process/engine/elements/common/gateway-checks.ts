import type { CheckContext, ProgramNode } from '../../model/index.ts'

/** Refuses each flow of an exclusive gateway with several flows that has no condition and is not the default flow. */
export function checkConditions(node: ProgramNode, context: CheckContext): void {
  for (const id of flowsWithoutCondition(node, context)) {
    const message = `the flow leaves the gateway "${node.id}" and has no condition; add a condition, or make the flow the default flow`
    context.refuseAt(id, message)
  }
}

/**
 * Warns of each flow of an inclusive gateway with several flows that has no condition and is not the default flow.
 */
export function warnOfNoCondition(node: ProgramNode, context: CheckContext): void {
  for (const id of flowsWithoutCondition(node, context)) {
    const message = `the flow leaves the gateway "${node.id}" and has no condition; it is always taken`
    context.warnAt(id, message)
  }
}

const flowsWithoutCondition = ({ outgoing, defaultFlow }: ProgramNode, { flows }: CheckContext): string[] =>
  outgoing.length < 2
    ? []
    : outgoing.flatMap((flow) => {
        const { id, condition } = flows[flow]!
        return flow === defaultFlow || condition !== undefined ? [] : [id]
      })
