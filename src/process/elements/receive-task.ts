import { openEventWait } from '../engine/index.ts'
import { type ModdleElement, readMessage } from '../model/index.ts'
import type { ElementKind } from './element-kind.ts'

/** Waits for a message. */
export const receiveTask: ElementKind = {
  kind: 'receiveTask',
  types: ['bpmn:ReceiveTask'],
  isActivity: true,
  ownEvent: (context) => readMessage(context, context.element.messageRef as ModdleElement | undefined),
  read(context) {
    if (context.element.instantiate === true)
      context.refuse('instantiate="true" is not supported; use a message start event')
    return {}
  },
  enter: (run, token) => openEventWait(run, token.at, { token: token.id }),
}
