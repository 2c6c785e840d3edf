import type { Formats } from '../../../i18n/format.ts'
import type { Field } from '../../field-type.ts'

/** How precise a moment is: see the setting `view` of the type DATETIME. */
export type Precision = 'datetime' | 'date' | 'time'

/**
 * Returns the text of an input for a moment in UTC: the day `YYYY-MM-DD`, the time of day `HH:MM`, or both as
 * `YYYY-MM-DDTHH:MM`. A day or a time of day alone is returned unchanged. A date and time is converted to the time zone
 * of the browser. A text that is no moment gives an empty text.
 */
export function toInput(moment: string, precision: Precision): string {
  if (!isMoment(moment)) return ''
  if (precision === 'date') return moment.slice(0, 10)
  if (precision === 'time') return timeOf(moment)
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the time of day `HH:MM` of a moment, or of a time of day alone, as it is entered. */
const timeOf = (moment: string): string => (moment.split('T').at(-1) ?? '').slice(0, 5)

/** Returns whether a text is a day, a time of day or a moment as the server writes them. */
export const isMoment = (text: string): boolean => /^(\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?|\d\d:\d\d(:\d\d)?)$/.test(text)

/**
 * Returns a text that is the same for all texts of the same moment: the server writes a time of day that was entered as
 * `08:30` as `0001-01-01T08:30:00Z`.
 */
export function comparableMoment(moment: string, precision: Precision): string {
  if (!isMoment(moment)) return moment
  if (precision === 'date') return moment.slice(0, 10)
  const exact = moment.replace(/Z$/, '').replace(/(\d\d:\d\d):00(\.0*)?$/, '$1')
  return precision === 'time' ? exact.slice(exact.indexOf('T') + 1) : exact
}

/** Converts an entered text to the value of the API: a date or a time unchanged, a date and time to UTC. */
export function fromInput(text: string, precision: Precision): string | null {
  if (text === '') return null
  return precision === 'datetime' ? new Date(text).toISOString() : text
}

/** Returns the text of a moment with the precision of its field; `isShort` leaves out the current year of a moment. */
export function shownMoment(
  moment: string,
  { data }: Pick<Field, 'data'>,
  formats: Formats,
  isShort: boolean = false,
): string {
  if (data.view === 'date') return formats.date(moment.slice(0, 10))
  if (data.view === 'time') return timeOf(moment)
  return isShort ? formats.shortDateTime(moment) : formats.dateTime(moment)
}
