import { isTrueAt, noFlow, take } from '../advance/index.ts'
import { warnOfNoCondition } from './common/gateway-checks.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * Waits until no token can reach an empty incoming flow, then takes every flow that has no condition or a true one.
 * Takes the default flow when there is no such flow.
 */
export const inclusiveGateway: ElementKind = {
  kind: 'inclusiveGateway',
  types: ['bpmn:InclusiveGateway'],
  check: warnOfNoCondition,
  enter(run, token, node) {
    if (node.incoming.length > 1 && !token.isJoined) return
    const others = node.outgoing.filter((flow) => flow !== node.defaultFlow)
    const why: string[] = []
    const open = others.filter((flow) => {
      const { condition } = run.program.flows[flow]!
      return condition === undefined || isTrueAt(run, { token }, condition, { why })
    })
    const flows = open.length === 0 && node.defaultFlow !== undefined ? [node.defaultFlow] : open
    if (flows.length === 0 && node.outgoing.length > 0) throw noFlow(node, why)
    take(run, token, flows)
  },
}
