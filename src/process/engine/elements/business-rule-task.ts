import { visibleVariables } from '../advance/index.ts'
import { attribute, isName } from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import { boundVersion, readBinding } from './common/binding.ts'
import type { ElementKind } from './element-kind.ts'

/** Evaluates a decision. Without input mappings, the decision can read every variable that the task can see. */
export const businessRuleTask: ElementKind = {
  kind: 'businessRuleTask',
  types: ['bpmn:BusinessRuleTask'],
  isActivity: true,
  actsOutside: () => true,
  readsElsewhere: () => false,
  uses: ({ settings }) => [{ to: 'decision', path: String(settings.path), ...boundVersion(settings) }],
  read(context) {
    const decision = context.extension('Decision')
    const path = decision && attribute(decision, 'path')
    const result = decision && attribute(decision, 'result')
    if (path === undefined)
      context.refuse(
        'the business rule task names no decision: add <chancery:decision path="…" result="…"/> to extensionElements',
      )
    else if (!decisionPath.test(path))
      context.refuse(`chancery:decision: path "${path}" must be namespace.code, or namespace.code#id of the decision`)
    if (result !== undefined && !isName(result))
      context.refuse(`chancery:decision: "${result}" is not the name of a variable`)
    else if (result !== undefined) context.checkTarget(result, 'chancery:decision: result')
    const [file = '', id] = (path ?? '').split('#', 2)
    return {
      action: 'decision',
      path: file,
      attempts: 1,
      ...readBinding(context, decision, 'chancery:decision'),
      ...(id !== undefined && { decision: id }),
      ...(result !== undefined && { result }),
    }
  },
  enter(run, token, node) {
    const input = node.inputs.length === 0 ? { input: visibleVariables(run, { token }) } : {}
    const settings = { ...node.settings, timeZone: run.timeZone }
    openWork(run, token, 'action', { settings, ...input })
  },
}

/** A path such as `docs.discount`, or `docs.discount#basic` to name one of several decisions of the file. */
const decisionPath = /^\w+\.\w+(#\S+)?$/
