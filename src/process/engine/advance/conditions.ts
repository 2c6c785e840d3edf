import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import type { OpenWait } from './state.ts'
import { useWait } from './trigger.ts'
import { isTrueAt } from './variables.ts'

/**
 * Evaluates the conditions of waiting conditional events. An event occurs when its condition becomes true. Returns
 * true after the first event that occurs; the caller then evaluates the other conditions again. Returns false if none
 * occurs.
 */
export function evaluateConditions(run: Run): boolean {
  if (!run.areConditionsStale) return false
  for (const wait of [...run.waits.values()]) {
    if (wait.kind !== 'condition') continue
    const isTrue = valueOfCondition(run, wait)
    if (isTrue === undefined) continue
    if (isTrue && wait.wasTrue !== true) {
      useWait(run, run.waits.get(wait.id)!)
      return true
    }
    if (isTrue !== wait.wasTrue) run.waits.set(wait.id, { ...run.waits.get(wait.id)!, wasTrue: isTrue })
  }
  run.areConditionsStale = false
  return false
}

/** Returns the value of a condition. Opens an incident and returns undefined when the condition cannot be evaluated. */
function valueOfCondition(run: Run, wait: OpenWait): boolean | undefined {
  const node = run.program.nodes[wait.at]!
  if (node.event?.type !== 'condition') return undefined
  const token = wait.token === undefined ? undefined : run.tokens.get(wait.token)
  try {
    const site = token === undefined ? { scope: wait.scope! } : { token }
    const value = isTrueAt(run, site, node.event.condition)
    if (wait.incident !== undefined) run.closeIncident(wait.incident, 'resolved')
    const { incident: _, ...rest } = wait
    run.waits.set(wait.id, rest)
    return value
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (wait.incident === undefined) {
      const incident = run.openIncident(error.kind, error.message, node.id, wait.token)
      run.waits.set(wait.id, { ...wait, incident })
    }
    return undefined
  }
}
