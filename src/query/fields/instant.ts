/**
 * A date, optionally with a time, a fraction and an offset: RFC 3339, also with a space in place of the T and without
 * an offset.
 */
const shape = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/

/** The value that statically typed clients send for a date that is not set. */
export const zeroInstant = '0001-01-01T00:00:00Z'

/** The parts of a date and time as written, before any offset is applied. */
export interface Written {
  /** The date, such as `2026-05-01`. */
  readonly date: string
  /** The time of day, such as `08:30:00`. */
  readonly time: string
  /** The fraction of a second, such as `.5`, without trailing zeros; empty when there is none. */
  readonly fraction: string
  readonly offsetMinutes: number
}

/**
 * Parses a date or a date and time. Returns undefined for a text that is no date of the calendar. A date alone means
 * midnight; a missing offset means UTC.
 */
export function parseWritten(text: string): Written | undefined {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, date = '', hoursMinutes = '00:00', seconds = '00', digits = '', sign, hours = '0', minutes = '0'] = match
  const time = `${hoursMinutes}:${seconds}`
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const moment = new Date(`${date}T${time}Z`)
  // The Date parser turns 30 February into 2 March and accepts 24:00; such input does not survive the round trip.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 19) !== `${date}T${time}`) return undefined
  const fraction = digits.replace(/0+$/, '')
  return {
    date,
    time,
    fraction: fraction === '' ? '' : `.${fraction}`,
    offsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
  }
}

/**
 * Returns the moment in UTC, such as `2026-05-01T00:00:00Z`, with a fraction when there is one; undefined outside the
 * years 1 to 9999.
 */
export function toInstant({ date, time, fraction, offsetMinutes }: Written): string | undefined {
  const moment = new Date(Date.parse(`${date}T${time}Z`) - offsetMinutes * 60_000)
  const year = moment.getUTCFullYear()
  return year < 1 || year > 9999 ? undefined : `${moment.toISOString().slice(0, 19)}${fraction}Z`
}

/**
 * Converts a day number of a spreadsheet to ISO text, rounded to the second. The fraction of the number is the time of
 * day: 46143.5 is noon of 1 May 2026.
 */
export function fromSerial(serial: number): string {
  // Spreadsheets count a 29 February 1900 (day 60), which did not exist; earlier day numbers are shifted by one.
  const epochMs = serial < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  return `${new Date(epochMs + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19)}Z`
}
