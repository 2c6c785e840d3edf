import { letLeave } from '../advance/index.ts'
import { type ModdleElement, readMessage } from '../model/index.ts'
import { openAction, readAction } from './common/activity-work.ts'
import { actsOnElements, exchangesValues, readsElements, usesOfAction } from './common/outside.ts'
import { throwMessage } from './common/throw.ts'
import type { ElementKind } from './element-kind.ts'

/**
 * Sends a message, which other instances or the instance itself can receive, or performs an action such as a mail.
 */
export const sendTask: ElementKind = {
  kind: 'sendTask',
  types: ['bpmn:SendTask'],
  isActivity: true,
  eventRole: 'throws',
  actsOutside: () => true,
  readsElsewhere: (node) => exchangesValues(node) || readsElements(node),
  writesElsewhere: actsOnElements,
  uses: usesOfAction,
  ownEvent(context) {
    const message = context.element.messageRef as ModdleElement | undefined
    return message === undefined ? undefined : readMessage(context, message)
  },
  read: (context) => readAction(context) ?? {},
  check(node, { refuse }) {
    const hasAction = node.settings.action !== undefined
    if (node.event === undefined && !hasAction)
      refuse('the send task sends nothing: add messageRef, or <chancery:action type="mail"/> to extensionElements')
    if (node.event !== undefined && hasAction)
      refuse('the send task has both a message and an action; remove one of them')
  },
  enter(run, token, node) {
    if (node.event?.type !== 'message') return openAction(run, token, node)
    throwMessage(run, token, node.event)
    if (run.tokens.get(token.id)?.at === token.at) letLeave(run, token)
  },
}
