import { bodyOf } from '../model/index.ts'
import type { ElementKind } from './element-kind.ts'
import { startBody } from './sub-process.ts'

/**
 * A sub-process without an order: all activities without an incoming flow start at once. It ends when all are complete,
 * or when its completion condition is true after one of them.
 */
export const adHocSubProcess: ElementKind = {
  kind: 'adHocSubProcess',
  types: ['bpmn:AdHocSubProcess'],
  isActivity: true,
  read(context) {
    const { element } = context
    if (element.ordering === 'Sequential')
      context.refuse('ordering="Sequential" cannot run; connect the activities by sequence flows')
    const condition = bodyOf(element.completionCondition)
    return {
      cancelsRemaining: element.cancelRemainingInstances !== false,
      ...(condition !== undefined && { completion: context.expression(condition, 'completionCondition') }),
    }
  },
  check(node, { nodes, scopes, refuse }) {
    const inner = scopes[node.body!]!.nodes.map((index) => nodes[index]!.kind)
    if (inner.includes('startEvent') || inner.includes('endEvent'))
      refuse('an ad-hoc sub-process has no start and end events')
  },
  enter: startBody,
}
