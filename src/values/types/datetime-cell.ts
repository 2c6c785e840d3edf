import { type Cell, plainCell } from '../cells.ts'
import { parseDecimal } from './number.ts'

/** The parts of a moment that a field has. */
export type DatetimeView = 'datetime' | 'date' | 'time'

/** Returns the cell of a moment in an exported file. Any other value is shown as it is. */
export function momentCell(value: unknown, view: DatetimeView): Cell {
  if (typeof value !== 'string') return plainCell(value)
  if (view === 'datetime') return { is: view, text: value }
  return { is: view, text: view === 'date' ? value.slice(0, 10) : value.slice(11, 19) }
}

const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ T](\d{1,2}:\d\d(?::\d\d)?))?$/
const timeAlone = /^\d{1,2}:\d\d(?::\d\d)?$/

/** The day number of 31 December 9999, the last day that spreadsheets know. */
const lastSerial = 2_958_465

/**
 * Converts the date in a cell of an import to ISO text. Accepts `01.05.2026 8:30`, a time alone, or a day number of a
 * spreadsheet; any other text is only trimmed. The result is not checked against the calendar. Numbers below
 * `minSerial` are not taken as day numbers; 0 allows times of day.
 */
export function dateCell(text: string, minSerial: 0 | 1): string {
  const trimmed = text.trim()
  const match = dayFirst.exec(trimmed)
  if (match) {
    const [, day = '', month = '', year = '', time = '0:00'] = match
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${paddedTime(time)}Z`
  }
  if (timeAlone.test(trimmed)) return paddedTime(trimmed)
  const serial = Number(parseDecimal(trimmed) ?? Number.NaN)
  return serial >= minSerial && serial < lastSerial + 1 ? fromSerial(serial) : trimmed
}

function paddedTime(time: string): string {
  return time.padStart(time.length > 5 ? 8 : 5, '0')
}

/**
 * Converts a day number of a spreadsheet to ISO text, rounded to the second. The fraction of the number is the time of
 * day: 46143.5 is noon of 1 May 2026.
 */
function fromSerial(serial: number): string {
  // Spreadsheets count a 29 February 1900 (day 60), which did not exist; earlier day numbers are shifted by one.
  const epochMs = serial < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  return `${new Date(epochMs + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19)}Z`
}
