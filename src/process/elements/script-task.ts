import { openWork } from './common/activity-work.ts'
import type { ElementKind } from './element-kind.ts'

/** Runs a script in the sandbox. */
export const scriptTask: ElementKind = {
  kind: 'scriptTask',
  types: ['bpmn:ScriptTask'],
  isActivity: true,
  read(context) {
    const { element } = context
    const format = element.scriptFormat
    const script = element.script
    if (typeof format !== 'string' || !/^(application\/|text\/)?(javascript|js)$/i.test(format)) {
      context.refuse(
        `scriptFormat="${format ?? ''}" cannot run; write the script in JavaScript and set scriptFormat="javascript"`,
      )
    }
    if (typeof script !== 'string' || script.trim() === '') context.refuse('the script is empty')
    return { action: 'script', script: typeof script === 'string' ? script : '' }
  },
  enter(run, token, node) {
    openWork(run, token, 'job', { settings: node.settings })
  },
}
