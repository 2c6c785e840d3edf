import { requestTime } from '../../foundation/http/request-time.ts'
import { substitutionWrongPeriod } from './errors.ts'

/**
 * Parses the start and end of a substitution. The start defaults to now, the end to none (null). Throws when the end is
 * not later than the start or lies in the past.
 */
export function readPeriod(
  given: { from: string | undefined; until: string | undefined },
  now: Date,
): { from: Date; until: Date | null } {
  const from = given.from === undefined ? now : requestTime(given.from, 'from')
  const until = given.until === undefined ? null : requestTime(given.until, 'until')
  if (until !== null && given.from !== undefined && until <= from)
    throw substitutionWrongPeriod('"until" must be later than "from"', { field: 'until' })
  if (until !== null && until <= now) throw substitutionWrongPeriod('"until" is in the past', { field: 'until' })
  return { from, until }
}
