import { evaluatedSettings, Failure, type Run, type Value } from '../../engine/index.ts'
import type { Reasons } from './reasons.ts'

/** An open task with its settings in the new version. Its performers, its due date and its comments are kept. */
export interface MovedTask {
  readonly wait: string
  readonly element: string
  readonly settings: Readonly<Record<string, Value>>
}

/** Returns the open tasks of a moved instance with the title, exits and form of the new version. */
export function refreshTasks(run: Run, reasons: Reasons): readonly MovedTask[] {
  return [...run.waits.values()].flatMap((wait) => {
    const token = wait.token === undefined ? undefined : run.tokens.get(wait.token)
    if (wait.kind !== 'task' || token === undefined) return []
    const node = run.nodeOf(token)
    try {
      const { due: _, ...settings } = evaluatedSettings(run, token, node)
      return [{ wait: wait.id, element: node.id, settings }]
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      reasons.add('CONTEXT_INVALID', node, `the task cannot be shown: ${error.message}`)
      return []
    }
  })
}
