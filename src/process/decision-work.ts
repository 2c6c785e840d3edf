import { PlatformError } from '../foundation/kit/errors.ts'
import type { JsonObject } from '../foundation/kit/json.ts'
import { type Decisions, variableNameOf } from './decisions/index.ts'
import type { Work, WorkOutcome } from './execution/work.ts'

/**
 * Creates the work of business rule tasks, which evaluates decisions. The settings are `path` (such as
 * `docs.discount`), `decision` (the id inside the file) and `result` (the variable for the value; by default the name
 * of the decision).
 */
export function createDecisionWork(decisions: Pick<Decisions, 'evaluate'>): Work {
  return {
    action: 'decision',
    place: 'memory',
    async run({ settings, input, now }, reader) {
      const path = String(settings.path)
      const at = path.lastIndexOf('.')
      try {
        const { name, result } = await decisions.evaluate({
          namespace: path.slice(0, at),
          code: path.slice(at + 1),
          context: input as JsonObject,
          now,
          reader,
          ...(settings.decision !== undefined && { decision: String(settings.decision) }),
          ...(settings.timeZone !== undefined && { timeZone: String(settings.timeZone) }),
        })
        return { type: 'done', variables: { [String(settings.result ?? variableNameOf(name))]: result } }
      } catch (error) {
        if (error instanceof PlatformError && error.status < 500) return failed(error.message)
        throw error
      }
    },
  }
}

/** A failure is not repeated, because the same values would give the same failure. */
const failed = (message: string): WorkOutcome => ({ type: 'failed', message, isFinal: true, kind: 'DECISION_ERROR' })
