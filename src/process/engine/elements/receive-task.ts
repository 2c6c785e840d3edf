import { openEventWait } from '../advance/index.ts'
import { type ModdleElement, readMessage } from '../model/index.ts'
import { exchangesValues } from './common/outside.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * Waits for a message. With `instantiate`, the message starts an instance, which continues after the task.
 */
export const receiveTask: ElementKind = {
  kind: 'receiveTask',
  types: ['bpmn:ReceiveTask'],
  isActivity: true,
  canInstantiate: true,
  eventRole: 'waits',
  actsOutside: () => false,
  readsElsewhere: exchangesValues,
  ownEvent(context) {
    const message = context.element.messageRef as ModdleElement | undefined
    if (message !== undefined) return readMessage(context, message)
    const { id = '' } = context.element
    context.warn(`the receive task names no message; it waits for the message "${id}", which is its id`)
    return readMessage(context, { $type: 'bpmn:Message', $attrs: {}, name: id })
  },
  check(node, { place, refuse }) {
    if (node.isInstantiating !== true) return
    if (!place.isProcess) refuse('instantiate="true" is only possible in the process itself, not in a sub-process')
    if (node.incoming.length > 0) refuse('a sequence flow cannot lead to a receive task with instantiate="true"')
    if (node.loop !== undefined) refuse('a receive task with instantiate="true" cannot have a loop')
    if (node.boundary.length > 0) refuse('a receive task with instantiate="true" cannot have boundary events')
  },
  enter: (run, token) => openEventWait(run, token.at, { token: token.id }),
}
