import { letLeave } from '../engine/index.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * The start of a process or sub-process. If the start event has an event definition, the event has occurred before the
 * token is created.
 */
export const startEvent: ElementKind = {
  kind: 'startEvent',
  types: ['bpmn:StartEvent'],
  events: ({ isProcess, isEventSubProcess }) => {
    if (isEventSubProcess) return ['timer', 'message', 'signal', 'error', 'escalation', 'condition']
    return isProcess ? ['timer', 'message', 'signal', 'elementEvent'] : []
  },
  check(node, { place, hasEventDefinition, refuse }) {
    if (node.incoming.length > 0) refuse('a sequence flow cannot lead to a start event')
    if (place.isEventSubProcess && !hasEventDefinition)
      refuse('the start event of an event sub-process needs an event definition')
    if (node.event?.type === 'error' && node.isInterrupting === false)
      refuse('isInterrupting="false" is not supported, because an error always interrupts')
  },
  enter: (run, token) => letLeave(run, token),
}
