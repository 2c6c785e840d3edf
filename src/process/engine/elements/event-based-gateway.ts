import { openEventWait } from '../advance/index.ts'
import type { ElementKind } from './element-kind.ts'

/** Waits for the events behind the gateway. The first event that occurs decides which flow is taken. */
export const eventBasedGateway: ElementKind = {
  kind: 'eventBasedGateway',
  types: ['bpmn:EventBasedGateway'],
  chooses: 'event',
  actsOutside: () => false,
  readsElsewhere: () => false,
  read(context) {
    if (context.element.instantiate === true)
      context.refuse('instantiate="true" is not supported; use start events with event definitions')
    if (context.element.eventGatewayType === 'Parallel')
      context.refuse('eventGatewayType="Parallel" is not supported; use a parallel gateway before catch events')
    return {}
  },
  check(node, { nodes, flows, refuse, refuseAt }) {
    if (node.outgoing.length < 2) refuse('an event-based gateway needs at least two outgoing flows')
    for (const flow of node.outgoing) {
      const target = nodes[flows[flow]!.target]!
      const isEvent = target.kind === 'intermediateCatchEvent' && target.event?.type !== 'link'
      if (!isEvent && target.kind !== 'receiveTask')
        refuseAt(
          target.id,
          `the element follows the event-based gateway "${node.id}" and must be a catch event or a receive task`,
        )
      if (target.incoming.length > 1)
        refuseAt(target.id, `only the event-based gateway "${node.id}" may lead to this element`)
      if (target.boundary.length > 0 || target.loop !== undefined)
        refuseAt(target.id, 'behind an event-based gateway, a receive task cannot have boundary events or a loop')
    }
  },
  enter(run, token, node) {
    for (const flow of node.outgoing) openEventWait(run, run.program.flows[flow]!.target, { token: token.id })
  },
}
