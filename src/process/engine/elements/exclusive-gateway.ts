import { isTrueAt, noFlow, type Run, type Token, take } from '../advance/index.ts'
import { checkConditions } from './common/gateway-checks.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * Takes the first flow whose condition is true, in the order of the file, or else the default flow. A single flow
 * needs no condition.
 */
export const exclusiveGateway: ElementKind = {
  kind: 'exclusiveGateway',
  types: ['bpmn:ExclusiveGateway'],
  chooses: 'one',
  actsOutside: () => false,
  readsElsewhere: () => false,
  check: checkConditions,
  enter(run, token, node) {
    if (node.outgoing.length === 0) return take(run, token, [])
    const why: string[] = []
    const flow =
      node.outgoing.find((candidate) => candidate !== node.defaultFlow && isOpen(run, token, candidate, why)) ??
      node.defaultFlow
    if (flow === undefined) throw noFlow(node, why)
    take(run, token, [flow])
  },
}

function isOpen(run: Run, token: Token, flow: number, why: string[]): boolean {
  const { condition } = run.program.flows[flow]!
  return condition === undefined || isTrueAt(run, { token }, condition, { why })
}
