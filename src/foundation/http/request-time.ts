import { timeMs } from '../kit/time/rfc3339.ts'
import { wrongInput } from './errors.ts'

/** Parses a time in a request. `field` is the name of the field for the error message. Throws `input.wrong`. */
export function requestTime(text: string, field: string): Date {
  // The schema accepts times that do not exist, such as second 60.
  const ms = timeMs(text)
  if (ms === undefined || ms < 0)
    throw wrongInput(`"${field}" must be a time of the calendar, from 1970 to 9999`, { field })
  return new Date(ms)
}
