import type { Scripts } from '../../../foundation/sandbox/index.ts'
import type { Work } from '../../execution/index.ts'

/**
 * Creates the work of script tasks. A script that throws stops the activity without another attempt, because the same
 * variables would give the same error again.
 */
export function scriptWork(scripts: Scripts): Work {
  return {
    action: 'script',
    place: 'memory',
    async run({ settings, input, now }) {
      const outcome = await scripts.run({ script: String(settings.script), variables: input, now })
      switch (outcome.type) {
        case 'returned':
          return { type: 'done', variables: outcome.variables }
        case 'bpmnError':
          return { type: 'error', code: outcome.code, message: outcome.message }
        case 'threw':
          return { type: 'failed', message: `script, ${outcome.message}`, isFinal: true }
        case 'limit':
          return { type: 'failed', message: outcome.message, isFinal: true, kind: 'SCRIPT_LIMIT' }
      }
    },
  }
}
