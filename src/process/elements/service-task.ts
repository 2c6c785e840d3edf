import { openAction, readAction } from './common/activity-work.ts'
import type { ElementKind } from './element-kind.ts'

/** Work that the platform or another system does: an action on an element, a request, a delegated activity. */
export const serviceTask: ElementKind = {
  kind: 'serviceTask',
  types: ['bpmn:ServiceTask'],
  isActivity: true,
  read(context) {
    const action = readAction(context)
    if (action === undefined)
      context.refuse('the service task does nothing: add <chancery:action type="…"/> to extensionElements')
    return action ?? {}
  },
  enter: openAction,
}
