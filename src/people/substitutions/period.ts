import { wrongInput } from '../../http/errors.ts'
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

function readTime(text: string, field: string): Date {
  const time = new Date(text)
  // The format lets through what the calendar does not have, such as second 60, for which the year is NaN.
  const year = time.getUTCFullYear()
  if (!(year >= 1970 && year <= 9999))
    throw wrongInput(`"${field}" must be a time of the calendar, from 1970 to 9999`, { field })
  return time
}
