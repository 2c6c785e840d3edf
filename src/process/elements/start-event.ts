import { letLeave } from '../engine/index.ts'
import type { ElementKind } from './element-kind.ts'

/** The start of a process or sub-process. Its event, if any, has happened before the token comes. */
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
      refuse('an error always interrupts; isInterrupting="false" cannot run')
  },
  enter: (run, token) => letLeave(run, token),
}
