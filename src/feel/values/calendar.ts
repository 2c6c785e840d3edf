/** A date of the proleptic Gregorian calendar. Days are counted from 1970-01-01. */

export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

export const maxYear = 999_999_999

/** Returns the day number of a date. The date must exist. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

export function civilDate(dayNumber: number): CivilDate {
  const shifted = dayNumber + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1 }
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

export function isDate(year: number, month: number, day: number): boolean {
  return (
    [year, month, day].every(Number.isInteger) &&
    Math.abs(year) <= maxYear &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month)
  )
}

/** Returns the day of the week: 1 for Monday to 7 for Sunday. */
export function weekday(dayNumber: number): number {
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1
}

/** Returns the number of the ISO 8601 week. */
export function weekOfYear(number: number): number {
  const thursday = number - weekday(number) + 4
  return Math.floor((thursday - dayNumber(civilDate(thursday).year, 1, 1)) / 7) + 1
}

/** Returns the day number after adding months. A day that does not exist becomes the last day of the month. */
export function addMonths(number: number, months: number): number {
  const { year, month, day } = civilDate(number)
  const total = year * 12 + (month - 1) + months
  const newYear = Math.floor(total / 12)
  const newMonth = total - newYear * 12 + 1
  return dayNumber(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)))
}
