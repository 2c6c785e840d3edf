import { hiddenMessage } from '../../../definition/index.ts'
import type { InstanceRows } from './instance-rows.store.ts'

/**
 * Returns the rows of an instance without the values of variables that the caller may not read: in the context, in keys
 * and details of waits, in the inputs of work, and in messages of incidents, which can quote values.
 */
export function withoutUnread(rows: InstanceRows, unread: ReadonlySet<string>): InstanceRows {
  if (unread.size === 0) return rows
  const { facts, waits, incidents } = rows
  const context = Object.fromEntries(Object.entries(facts.context).filter(([name]) => !unread.has(name)))
  return {
    ...rows,
    facts: { ...facts, context, outcome: withoutMessage(facts.outcome), execution: withoutFailures(facts.execution) },
    waits: waits.map((wait) => ({ ...wait, key: null, details: wait.kind === 'taskTimer' ? wait.details : null })),
    incidents: incidents.map((incident) => ({ ...incident, message: hiddenMessage })),
  }
}

function withoutFailures(execution: InstanceRows['facts']['execution']): InstanceRows['facts']['execution'] {
  if (execution === null) return null
  const tokens = execution.tokens.map((token) =>
    token.failure === undefined ? token : { ...token, failure: hiddenMessage },
  )
  return { ...execution, tokens }
}

function withoutMessage(outcome: unknown): unknown {
  if (typeof outcome !== 'object' || outcome === null || !('message' in outcome)) return outcome
  return { ...outcome, message: hiddenMessage }
}
