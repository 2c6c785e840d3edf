import type { Translate } from '../i18n/index.tsx'

/** Milliseconds per day. Days are texts `YYYY-MM-DD` and are counted in UTC, so that no time zone moves them. */
const dayMs = 86_400_000
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

/** Returns a day in the date format of a language. Any other text is returned unchanged. */
export function writtenDay(day: string, t: Translate): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year === undefined ? day : t('fields.day', { year, month: month!, date: date! })
}

/**
 * Returns the day that a person typed: `2026-12-05`, `5.12.2026` or `05.12.26`. Slashes are not accepted, because the
 * order of day and month differs between countries. Returns undefined when the text is not a day of the years 1 to 9999, the
 * days that the server takes.
 */
export function parseDay(text: string): string | undefined {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text)
  const dayFirst = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})\s*$/.exec(text)
  const [year, month, date] = iso ? iso.slice(1) : dayFirst ? dayFirst.slice(1).reverse() : []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return Number.isNaN(timeOf(day)) || dayOf(timeOf(day)) !== day || day < '0001' ? undefined : day
}

/** Returns the time of day `HH:MM` that a person typed: `8:30`, `08.30` or `0830`; undefined for any other text. */
export function parseTime(text: string): string | undefined {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:.]?(\d\d)\s*$/.exec(text) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}

/** Returns today in the time zone of the browser. */
export function today(now = new Date()): string {
  return dayOf(now.getTime() - now.getTimezoneOffset() * 60_000)
}

/** Returns the day a number of days later. */
export const addDays = (day: string, days: number): string => dayOf(timeOf(day) + days * dayMs)

/** Returns the same day of the month a number of months later, or the last day of that month when it is shorter. */
export function addMonths(day: string, months: number): string {
  const date = new Date(timeOf(day))
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return dayOf(first + (Math.min(date.getUTCDate(), last) - 1) * dayMs)
}

/** Returns the six weeks, from Monday to Sunday, that contain the month of a day. */
export function weeksOf(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 8)}01`
  const monday = addDays(first, -((new Date(timeOf(first)).getUTCDay() + 6) % 7))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(monday, week * 7 + at)))
}
