/** Date, and if there is one time with fraction and offset: RFC 3339, with a space for the T and without offset too. */
const shape = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/

/** What typed clients send for a date that is not set. */
export const zeroInstant = '0001-01-01T00:00:00Z'

/** The parts of a date and time as they were written, before any offset is applied. */
export interface Written {
  /** `2026-05-01` */
  readonly date: string
  /** `08:30:00` */
  readonly time: string
  /** `.5`, or empty; never with zeros at the end. */
  readonly fraction: string
  readonly offsetMinutes: number
}

/** Undefined when it is no date that the calendar has. A date alone is its midnight; without offset it is UTC. */
export function parseWritten(text: string): Written | undefined {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, date = '', hoursMinutes = '00:00', seconds = '00', digits = '', sign, hours = '0', minutes = '0'] = match
  const time = `${hoursMinutes}:${seconds}`
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const moment = new Date(`${date}T${time}Z`)
  // The parser turns 30 February into 2 March and takes 24:00; both must come back as they went in.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 19) !== `${date}T${time}`) return undefined
  const fraction = digits.replace(/0+$/, '')
  return {
    date,
    time,
    fraction: fraction === '' ? '' : `.${fraction}`,
    offsetMinutes: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
  }
}

/** `2026-05-01T00:00:00Z` or with a fraction; undefined when UTC leads out of the years 1 to 9999. */
export function toInstant({ date, time, fraction, offsetMinutes }: Written): string | undefined {
  const moment = new Date(Date.parse(`${date}T${time}Z`) - offsetMinutes * 60_000)
  const year = moment.getUTCFullYear()
  return year < 1 || year > 9999 ? undefined : `${moment.toISOString().slice(0, 19)}${fraction}Z`
}

/** A day number of a spreadsheet, with the time as its fraction, to the second: 46143.5 is noon of 1 May 2026. */
export function fromSerial(serial: number): string {
  // Spreadsheets believe in 29 February 1900, day 60; days before it are one further on.
  const epochMs = serial < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  return `${new Date(epochMs + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19)}Z`
}
