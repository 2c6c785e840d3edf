import { fromSerial } from './instant.ts'
import { parseDecimal } from './number-text.ts'

const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ T](\d{1,2}:\d\d(?::\d\d)?))?$/
const timeAlone = /^\d{1,2}:\d\d(?::\d\d)?$/

/** 31 December 9999, the last day of a spreadsheet. */
const lastSerial = 2_958_465

/**
 * A date of an import as ISO text, still to be checked against the calendar: `01.05.2026 8:30`, a day number of a
 * spreadsheet, or anything else as it is. Below `leastSerial` a number is no day; times of day begin at 0.
 */
export function dateCell(text: string, leastSerial: 0 | 1): string {
  const trimmed = text.trim()
  const match = dayFirst.exec(trimmed)
  if (match) {
    const [, day = '', month = '', year = '', time = '0:00'] = match
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${paddedTime(time)}Z`
  }
  if (timeAlone.test(trimmed)) return paddedTime(trimmed)
  const serial = Number(parseDecimal(trimmed) ?? Number.NaN)
  return serial >= leastSerial && serial < lastSerial + 1 ? fromSerial(serial) : trimmed
}

function paddedTime(time: string): string {
  return time.padStart(time.length > 5 ? 8 : 5, '0')
}
