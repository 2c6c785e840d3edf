import { bodyOf } from '../model/index.ts'
import type { ElementKind } from './element-kind.ts'
import { startBody } from './sub-process.ts'

/**
 * Starts all activities without an incoming flow at once. The sub-process ends when all activities are complete, or
 * when its completion condition is true after the completion of an activity. If `cancelRemainingInstances` is false,
 * the condition has no effect.
 */
export const adHocSubProcess: ElementKind = {
  kind: 'adHocSubProcess',
  types: ['bpmn:AdHocSubProcess'],
  isActivity: true,
  hasBody: true,
  actsOutside: () => false,
  readsElsewhere: () => false,
  read(context) {
    const { element } = context
    if (element.ordering === 'Sequential')
      context.refuse('ordering="Sequential" is not supported; connect the activities by sequence flows')
    const condition = bodyOf(element.completionCondition)
    return {
      cancelsRemaining: element.cancelRemainingInstances !== false,
      ...(condition !== undefined && { completion: context.expression(condition, 'completionCondition') }),
    }
  },
  check(node, { nodes, scopes, refuse }) {
    const inner = scopes[node.body!]!.nodes.map((index) => nodes[index]!.kind)
    if (inner.includes('startEvent') || inner.includes('endEvent'))
      refuse('an ad-hoc sub-process cannot have start or end events')
  },
  enter: startBody,
}
