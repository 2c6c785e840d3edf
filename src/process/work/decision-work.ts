import { type Decisions, variableNameOf } from '../../decisions/index.ts'
import { splitPath } from '../../foundation/kit/codes.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import type { Work, WorkOutcome } from '../execution/index.ts'

/**
 * Creates the work of business rule tasks, which evaluates decisions. The settings are `path` (such as
 * `docs.discount`), `decision` (the id inside the file), `binding` and `version` (which version is evaluated),
 * `timeZone`, and `result` (the variable for the value; by default named after the decision).
 */
export function createDecisionWork(decisions: Pick<Decisions, 'trace'>): Work {
  return {
    action: 'decision',
    place: 'memory',
    async run({ settings, input, now, instance }, reader) {
      try {
        const { name, outcome, trace } = await decisions.trace({
          ...splitPath(String(settings.path)),
          context: input as JsonObject,
          now,
          reader,
          ...(settings.decision !== undefined && { decision: String(settings.decision) }),
          ...(settings.version !== undefined && { version: Number(settings.version) }),
          ...(settings.binding === 'deployment' && { deployedWith: instance }),
          ...(settings.timeZone !== undefined && { timeZone: String(settings.timeZone) }),
        })
        if ('failure' in outcome) return { ...failed(outcome.failure), decided: trace }
        const variables = { [String(settings.result ?? variableNameOf(name))]: outcome.result }
        return { type: 'done', variables, decided: trace }
      } catch (error) {
        if (error instanceof PlatformError && error.status < 500) return failed(error.message)
        throw error
      }
    },
  }
}

/** A failure is not repeated, because the same values would give the same failure. */
const failed = (message: string) =>
  ({ type: 'failed', message, isFinal: true, kind: 'DECISION_ERROR' }) as const satisfies WorkOutcome
