import { isCron } from './cron.ts'
import { readInstant } from './instant.ts'
import { readIsoDuration, timeMsOf } from './iso-duration.ts'

/** An ISO 8601 duration. Months are calendar months; days are 24 hours unless a calendar is named. */
export interface IsoDuration {
  readonly months: number
  readonly milliseconds: number
}

/**
 * Returns an ISO 8601 duration; undefined for any other text. A negative duration is returned only if `isSigned` is
 * set: a constant cannot be negative, but the result of an expression can, such as the time until a moment that has passed.
 */
export function parseDuration(text: string, { isSigned = false } = {}): IsoDuration | undefined {
  const parts = readIsoDuration(text)
  if (parts === undefined || (!isSigned && /^[+-]/.test(text))) return undefined
  const { isNegative, years, months, weeks, days } = parts
  const sign = isNegative ? -1 : 1
  return {
    months: sign * Number(years * 12n + months),
    milliseconds: sign * (Number(weeks * 7n + days) * 86_400_000 + timeMsOf(parts)),
  }
}

/** Adds a duration to an instant, in UTC. A day that does not exist becomes the last day of the month. */
export function addDuration(from: Date, { months, milliseconds }: IsoDuration): Date {
  const moved = new Date(from)
  if (months !== 0) {
    const day = moved.getUTCDate()
    moved.setUTCDate(1)
    moved.setUTCMonth(moved.getUTCMonth() + months)
    const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
    moved.setUTCDate(Math.min(day, lastDay))
  }
  return new Date(moved.getTime() + Math.round(milliseconds))
}

/** A repetition such as `R3/PT1H` or `R/2026-01-01T00:00:00Z/P1D`. */
export interface IsoCycle {
  /**
   * Total number of times that the timer fires; Infinity for an unlimited repetition. 0, as in `R0/P1D`, means without a
   * repetition: the timer fires once, as with 1.
   */
  readonly times: number
  readonly start?: Date
  readonly interval: IsoDuration
}

/** Returns an ISO 8601 repetition, whose start is read like `readInstant`; undefined for any other text. */
export function parseCycle(text: string, timeZone: string): IsoCycle | undefined {
  const match = /^R(\d*)\/(?:(.+)\/)?(P[^/]+)$/.exec(text)
  if (match === null) return undefined
  const interval = parseDuration(match[3]!)
  const start = match[2] === undefined ? undefined : readInstant(match[2], timeZone)
  if (
    interval === undefined ||
    interval.months + interval.milliseconds === 0 ||
    (match[2] !== undefined && start === undefined)
  )
    return undefined
  return { times: match[1] === '' ? Infinity : Number(match[1]), interval, ...(start && { start }) }
}

/** Returns whether a text is a constant date, duration or cycle. */
export function isSchedule(timer: 'date' | 'duration' | 'cycle', text: string): boolean {
  if (timer === 'date') return readInstant(text, 'UTC') !== undefined
  if (timer === 'duration') return parseDuration(text) !== undefined
  return parseCycle(text, 'UTC') !== undefined || isCron(text)
}

/** Whether a text was probably meant as a duration, such as `1D`, `4 hours` or `p2d`. */
export const looksLikeDuration = (text: string): boolean =>
  /^(\d+(\.\d+)?\s*\p{L}+\s*)+$/u.test(text) || /^[pP]T?\d/.test(text)
