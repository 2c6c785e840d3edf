/**
 * The form of the dates and times that `parseTime` accepts: RFC 3339 and the variants that clients send. These are a
 * date alone, a space in place of the T, a time without seconds or without an offset, an offset without a colon, and
 * a comma before the fraction.
 */
const shape = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/

/** The parts of a date and time as written, before the offset is applied. */
export interface WrittenTime {
  /** The date, such as `2026-05-01`. */
  readonly date: string
  /** The time of day, such as `08:30:00`. */
  readonly time: string
  /** The fraction of a second, such as `.5`, without trailing zeros; empty when there is none. */
  readonly fraction: string
  readonly offsetMinutes: number
}

/**
 * Parses a date or a date and time. Returns undefined for a text that is not a date of the calendar. A date alone means
 * midnight; a missing offset means UTC.
 */
export function parseTime(text: string): WrittenTime | undefined {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, date = '', hoursMinutes = '00:00', seconds = '00', digits = '', sign, hours = '0', minutes = '0'] = match
  const time = `${hoursMinutes}:${seconds}`
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  // The Date parser would turn 30 February into 2 March and accept 24:00.
  if (!isDate(date) || hoursMinutes > '23:59' || hoursMinutes.slice(3) > '59' || seconds > '59') return undefined
  const fraction = digits.replace(/0+$/, '')
  return {
    date,
    time,
    fraction: fraction === '' ? '' : `.${fraction}`,
    offsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
  }
}

/** Returns whether a date of the form `2026-05-01` is in the calendar. */
function isDate(date: string): boolean {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0)
  return day >= 1 && day <= days
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Returns the moment in UTC, such as `2026-05-01T00:00:00Z`, with a fraction only when there is one; undefined outside
 * the years 1 to 9999.
 */
export function utcTime({ date, time, fraction, offsetMinutes }: WrittenTime): string | undefined {
  if (offsetMinutes === 0 && date > '0001') return `${date}T${time}${fraction}Z`
  const moment = new Date(Date.parse(`${date}T${time}Z`) - offsetMinutes * 60_000)
  return isInRange(moment) ? `${moment.toISOString().slice(0, 19)}${fraction}Z` : undefined
}

/** Parses a time to milliseconds since 1970. Returns undefined for a text that is not a time in the years 1 to 9999. */
export function timeMs(text: string): number | undefined {
  const written = parseTime(text)
  if (written === undefined) return undefined
  const ms = Date.parse(`${written.date}T${written.time}${written.fraction}Z`) - written.offsetMinutes * 60_000
  return isInRange(new Date(ms)) ? ms : undefined
}

/** Formats milliseconds since 1970 as `utcTime` does; undefined outside the years 1 to 9999. */
export function formatTime(ms: number): string | undefined {
  const moment = new Date(ms)
  if (!isInRange(moment)) return undefined
  const text = moment.toISOString()
  const fraction = text.slice(19, 23).replace(/\.?0+$/, '')
  return `${text.slice(0, 19)}${fraction}Z`
}

function isInRange(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999
}
