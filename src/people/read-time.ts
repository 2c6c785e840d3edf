import { wrongInput } from '../http/errors.ts'

/** A time as the API takes it; `field` is its name in sentences. Throws `input.wrong`. */
export function readTime(text: string, field: string): Date {
  const time = new Date(text)
  // The format lets through what the calendar does not have, such as second 60, for which the year is NaN.
  const year = time.getUTCFullYear()
  if (!(year >= 1970 && year <= 9999))
    throw wrongInput(`"${field}" must be a time of the calendar, from 1970 to 9999`, { field })
  return time
}
