import { readTime } from '../read-time.ts'
import { substitutionWrongPeriod } from './errors.ts'

/** From when to when; an absent start is now, an absent end is open. */
export function readPeriod(
  given: { from: string | undefined; until: string | undefined },
  now: Date,
): { from: Date; until: Date | null } {
  const from = given.from === undefined ? now : readTime(given.from, 'from')
  const until = given.until === undefined ? null : readTime(given.until, 'until')
  if (until !== null && until <= from)
    throw substitutionWrongPeriod('"until" must be later than "from"', { field: 'until' })
  if (until !== null && until <= now) throw substitutionWrongPeriod('"until" lies in the past', { field: 'until' })
  return { from, until }
}
