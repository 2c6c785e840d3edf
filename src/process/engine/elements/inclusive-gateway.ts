import { chooseFlows, take } from '../advance/index.ts'
import { warnOfNoCondition } from './common/gateway-checks.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * Waits until no token can reach an empty incoming flow, then takes every flow that has no condition or a true one.
 * Takes the default flow when there is no such flow.
 */
export const inclusiveGateway: ElementKind = {
  kind: 'inclusiveGateway',
  types: ['bpmn:InclusiveGateway'],
  joins: 'what can arrive',
  chooses: 'some',
  actsOutside: () => false,
  readsElsewhere: () => false,
  check: warnOfNoCondition,
  enter(run, token, node) {
    if (node.incoming.length > 1 && !token.isJoined) return
    take(run, token, chooseFlows(run, token, node, { isGateway: true }))
  },
}
