import { wrongInput } from '../foundation/http/errors.ts'

/** Parses a time of the API. `field` is the name of the field for the error message. Throws `input.wrong`. */
export function readTime(text: string, field: string): Date {
  const time = new Date(text)
  // The schema accepts times that do not exist, such as second 60. For these, the year is NaN.
  const year = time.getUTCFullYear()
  if (!(year >= 1970 && year <= 9999))
    throw wrongInput(`"${field}" must be a time of the calendar, from 1970 to 9999`, { field })
  return time
}
