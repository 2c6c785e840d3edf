import { letLeave, openEventWait } from '../advance/index.ts'
import { exchangesValues } from './common/outside.ts'
import type { ElementKind } from './element-kind.ts'

/** Waits for an event. A catching link event, to which a throwing one leads, does not wait. */
export const intermediateCatchEvent: ElementKind = {
  kind: 'intermediateCatchEvent',
  types: ['bpmn:IntermediateCatchEvent'],
  eventRole: 'waits',
  actsOutside: () => false,
  readsElsewhere: exchangesValues,
  events: () => ['timer', 'message', 'signal', 'condition', 'link'],
  check(node, { hasEventDefinition, refuse }) {
    if (!hasEventDefinition) refuse('an intermediate catch event needs an event definition')
    if (node.event?.type === 'link' && node.incoming.length > 0)
      refuse('a sequence flow cannot lead to a catching link event')
  },
  enter(run, token, node) {
    if (node.event?.type === 'link') letLeave(run, token)
    else openEventWait(run, token.at, { token: token.id })
  },
}
