import { attribute, isName } from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import type { ElementKind } from './element-kind.ts'

/** Evaluates a decision table. */
export const businessRuleTask: ElementKind = {
  kind: 'businessRuleTask',
  types: ['bpmn:BusinessRuleTask'],
  isActivity: true,
  read(context) {
    const decision = context.extension('Decision')
    const path = decision && attribute(decision, 'path')
    const result = decision && attribute(decision, 'result')
    if (path === undefined)
      context.refuse('no decision is named: add <chancery:decision path="…" result="…"/> to extensionElements')
    if (result !== undefined && !isName(result))
      context.refuse(`chancery:decision: "${result}" is not the name of a variable`)
    return { action: 'decision', path: path ?? '', attempts: 1, ...(result !== undefined && { result }) }
  },
  enter(run, token, node) {
    openWork(run, token, 'action', { settings: node.settings })
  },
}
