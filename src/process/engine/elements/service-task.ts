import { openAction, readAction } from './common/activity-work.ts'
import { actsOnElements, readsElements, usesOfAction } from './common/outside.ts'
import type { ElementKind } from './element-kind.ts'

/** Performs an action, such as a change of an element, a request, a mail or a delegated activity. */
export const serviceTask: ElementKind = {
  kind: 'serviceTask',
  types: ['bpmn:ServiceTask'],
  isActivity: true,
  actsOutside: () => true,
  readsElsewhere: readsElements,
  writesElsewhere: actsOnElements,
  uses: usesOfAction,
  read(context) {
    const action = readAction(context)
    if (action === undefined)
      context.refuse('the service task has no action: add <chancery:action type="…"/> to extensionElements')
    return action ?? {}
  },
  enter: openAction,
}
