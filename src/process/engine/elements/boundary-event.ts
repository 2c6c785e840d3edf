import { letLeave } from '../advance/index.ts'
import { exchangesValues } from './common/outside.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * An event at the border of an activity. A wait for a timer, message, signal or condition is opened with the
 * activity. An interrupting event takes the token of the activity; a non-interrupting event gets a new token.
 */
export const boundaryEvent: ElementKind = {
  kind: 'boundaryEvent',
  types: ['bpmn:BoundaryEvent'],
  eventRole: 'waits',
  actsOutside: () => false,
  readsElsewhere: exchangesValues,
  events: () => ['timer', 'message', 'signal', 'error', 'escalation', 'condition', 'compensation', 'cancel'],
  check(node, { nodes, hasEventDefinition, refuse }) {
    const host = node.attachedTo === undefined ? undefined : nodes[node.attachedTo]
    if (!hasEventDefinition) refuse('a boundary event needs an event definition')
    if (node.incoming.length > 0) refuse('a sequence flow cannot lead to a boundary event')
    if (node.event?.type === 'compensation') {
      if (node.outgoing.length > 0)
        refuse('a compensation event leads to its activity by an association, not by a sequence flow')
    } else if (node.outgoing.length === 0) refuse('the boundary event needs an outgoing sequence flow')
    if (node.event?.type === 'cancel' && host?.kind !== 'transaction')
      refuse('a cancel event must be attached to a transaction')
    const alwaysInterrupts = node.event?.type === 'error' || node.event?.type === 'cancel'
    if (alwaysInterrupts && node.isInterrupting === false)
      refuse(`cancelActivity="false" is not supported, because this event always interrupts`)
  },
  enter: (run, token) => letLeave(run, token),
}
