import { visibleVariables } from '../advance/index.ts'
import type { ElementContext } from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import type { ElementKind } from './element-kind.ts'

/** Runs a script in the sandbox. */
export const scriptTask: ElementKind = {
  kind: 'scriptTask',
  types: ['bpmn:ScriptTask'],
  isActivity: true,
  actsOutside: () => true,
  readsElsewhere: () => false,
  read(context) {
    const { element } = context
    const format = element.scriptFormat
    const script = element.script
    if (typeof format !== 'string' || !/^(application\/|text\/)?(javascript|js)$/i.test(format)) {
      context.refuse(
        `scriptFormat="${format ?? ''}" is not supported; write the script in JavaScript and set scriptFormat="javascript"`,
      )
    }
    if (typeof script !== 'string' || script.trim() === '') context.refuse('the script is empty')
    else refuseForeign(context, script)
    return { action: 'script', script: typeof script === 'string' ? script : '' }
  },
  enter(run, token, node) {
    const input = node.inputs.length === 0 ? { input: visibleVariables(run, { token }) } : {}
    openWork(run, token, 'job', { settings: node.settings, ...input })
  },
}

/** Names that scripts for other engines use, each with a replacement. */
const foreignNames: readonly (readonly [RegExp, string])[] = [
  [/\bexecution\s*\.\s*setVariable\w*/, 'return the new values, such as: return { total: 5 }'],
  [/\bexecution\s*\.\s*\w+/, 'read variables by their names'],
  [/\bContext\s*\.\s*data\b/, 'read variables by their names, and return the new values, such as: return { total: 5 }'],
  [/\bJava\s*\.\s*type\b|\bjava\s*\.\s*(util|lang|io)\b/, 'write JavaScript without Java classes'],
  [
    /\b(require\s*\(|fetch\s*\(|XMLHttpRequest\b)/,
    'use a service task with an action, because scripts cannot reach anything outside',
  ],
]

function refuseForeign(context: ElementContext, script: string): void {
  for (const [name, instead] of foreignNames) {
    const found = name.exec(script)
    if (found === null) continue
    const line = script.slice(0, found.index).split('\n').length
    context.refuse(`script, line ${line}: "${found[0]}" does not exist; ${instead}`)
    return
  }
}
