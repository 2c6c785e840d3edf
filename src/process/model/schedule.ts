import { isCron } from './cron.ts'

/** An ISO 8601 duration. Months are calendar months; days are 24 hours unless a calendar is named. */
export interface IsoDuration {
  readonly months: number
  readonly milliseconds: number
}

/** The next time of a timer and the number of its repetitions; undefined for unlimited repetitions. */
export interface Schedule {
  readonly due: Date
  /** Number of times that the timer fires after `due`. */
  readonly remaining: number
}

const durationForm = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const dateForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** Returns an ISO 8601 duration; undefined for any other text. */
export function parseDuration(text: string): IsoDuration | undefined {
  const match = durationForm.exec(text)
  if (match === null || /^P$|T$/.test(text)) return undefined
  const [years, months, weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return {
    months: years * 12 + months,
    milliseconds: ((weeks * 7 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds) * 1000,
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
  return new Date(moved.getTime() + milliseconds)
}

/** A repetition such as `R3/PT1H` or `R/2026-01-01T00:00:00Z/P1D`. */
export interface IsoCycle {
  /** Total number of times that the timer fires; Infinity for an unlimited repetition. */
  readonly times: number
  readonly start?: Date
  readonly interval: IsoDuration
}

/** Returns an ISO 8601 repetition; undefined for any other text. */
export function parseCycle(text: string): IsoCycle | undefined {
  const match = /^R(\d*)\/(?:([^/]+)\/)?(P[^/]+)$/.exec(text)
  if (match === null) return undefined
  const interval = parseDuration(match[3]!)
  const start = match[2] === undefined ? undefined : parseDate(match[2])
  if (
    interval === undefined ||
    interval.months + interval.milliseconds === 0 ||
    (match[2] !== undefined && start === undefined)
  )
    return undefined
  return { times: match[1] === '' ? Infinity : Number(match[1]), interval, ...(start && { start }) }
}

/** Returns the instant of an ISO 8601 date; undefined for any other text. A date without a time is midnight in UTC. */
export function parseDate(text: string): Date | undefined {
  if (!dateForm.test(text)) return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Returns whether a text is a constant date, duration or cycle. */
export function isSchedule(timer: 'date' | 'duration' | 'cycle', text: string): boolean {
  if (timer === 'date') return parseDate(text) !== undefined
  if (timer === 'duration') return parseDuration(text) !== undefined
  return parseCycle(text) !== undefined || isCron(text)
}

/** Whether a text was probably meant as a duration, such as `1D`, `4 hours` or `p2d`. */
export const looksLikeDuration = (text: string): boolean =>
  /^(\d+(\.\d+)?\s*\p{L}+\s*)+$/u.test(text) || /^[pP]T?\d/.test(text)
