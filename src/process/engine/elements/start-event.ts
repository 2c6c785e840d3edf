import { letLeave } from '../advance/index.ts'
import type { CheckContext, ProgramNode } from '../model/index.ts'
import { exchangesValues } from './common/outside.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * The start of a process or sub-process. If the start event has an event definition, the event has occurred before the
 * token is created.
 */
export const startEvent: ElementKind = {
  kind: 'startEvent',
  types: ['bpmn:StartEvent'],
  eventRole: 'starts',
  actsOutside: () => false,
  readsElsewhere: exchangesValues,
  events: ({ isProcess, isEventSubProcess }) => {
    if (isEventSubProcess) return ['timer', 'message', 'signal', 'error', 'escalation', 'condition', 'compensation']
    return isProcess ? ['timer', 'message', 'signal', 'elementEvent'] : []
  },
  check(node, { nodes, scopes, place, hasEventDefinition, refuse, warnAt }) {
    if (node.incoming.length > 0) refuse('a sequence flow cannot lead to a start event')
    if (node.outgoing.length === 0)
      warnAt(node.id, 'nothing follows this start event; draw a sequence flow from it to the first step')
    if (place.isEventSubProcess && !hasEventDefinition)
      refuse('the start event of an event sub-process needs an event definition')
    if (node.event?.type === 'error' && node.isInterrupting === false)
      refuse('isInterrupting="false" is not supported, because an error always interrupts')
    if (node.event?.type === 'compensation') checkCompensation(node, { nodes, scopes, refuse })
  },
  enter: (run, token) => letLeave(run, token),
}

/**
 * Refuses an event sub-process for compensation in the process itself, where nothing starts it, and a second one in a
 * scope.
 */
function checkCompensation(
  node: ProgramNode,
  { nodes, scopes, refuse }: Pick<CheckContext, 'nodes' | 'scopes' | 'refuse'>,
): void {
  const around = nodes[scopes[node.scope]!.owner!]!.scope
  if (around === 0)
    refuse(
      'an event sub-process for compensation must be inside a sub-process, because nothing compensates the process',
    )
  const first = scopes[around]!.eventStarts.find((start) => nodes[start]!.event?.type === 'compensation')
  if (first !== undefined && nodes[first] !== node)
    refuse('a sub-process cannot have two event sub-processes for compensation')
}
