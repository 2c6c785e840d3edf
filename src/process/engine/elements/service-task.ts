import type { ProgramNode } from '../model/index.ts'
import type { Parameter } from './common/action-settings.ts'
import { openAction, readAction } from './common/activity-work.ts'
import { actsOnElements, readsElements } from './common/outside.ts'
import type { ElementKind } from './element-kind.ts'

/** Performs an action, such as a change of an element, a request, a mail or a delegated activity. */
export const serviceTask: ElementKind = {
  kind: 'serviceTask',
  types: ['bpmn:ServiceTask'],
  isActivity: true,
  actsOutside: () => true,
  readsElsewhere: readsElements,
  writesElsewhere: actsOnElements,
  uses: (node) => applicationsOf(node).map((path) => ({ to: 'application', path })),
  read(context) {
    const action = readAction(context)
    if (action === undefined)
      context.refuse('the service task has no action: add <chancery:action type="…"/> to extensionElements')
    return action ?? {}
  },
  enter: openAction,
}

/** Returns the application that an action on elements names; none for other actions and for expressions. */
function applicationsOf(node: ProgramNode): readonly string[] {
  if (!actsOnElements(node)) return []
  const parameters = node.settings.parameters as readonly Parameter[]
  return parameters.flatMap(({ name, value }) => (name === 'app' && 'text' in value ? [value.text] : []))
}
