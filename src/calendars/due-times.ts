import { readInstant } from '../foundation/kit/time/instant.ts'
import { addDuration, parseDuration } from '../foundation/kit/time/schedule.ts'

/**
 * Returns the instant after a working time in a calendar, or before `from` for a negative duration. Throws an Error.
 */
export type AddWorkingTime = (from: Date, duration: string, calendar: string) => Date

/**
 * Computes due dates and reminders, in the working time of a calendar if one is named. Each function throws an Error
 * when a duration is wrong, or when the calendar in whose working time it counts does not exist.
 */
export interface DueTimes {
  after(from: Date, duration: string, calendar: string | undefined): Date
  before(due: Date, duration: string, calendar: string | undefined): Date
  /** Reads a due date: an ISO date, or a duration after `from`. */
  dueAt(due: unknown, from: Date, calendar: string | undefined): Date
}

/** Creates the computation of due times. Dates without a time zone are in `timeZone`, that of the installation. */
export function createDueTimes(addWorkingTime: AddWorkingTime, timeZone: string): DueTimes {
  function moved(from: Date, duration: string, calendar: string | undefined, isBack: boolean): Date {
    const parsed = parseDuration(duration, { isSigned: true })
    if (parsed === undefined) throw new Error(`"${duration.slice(0, 100)}" is not a duration in ISO 8601, such as PT4H`)
    if (calendar !== undefined) return addWorkingTime(from, isBack ? reversed(duration) : duration, calendar)
    const { months, milliseconds } = parsed
    return isBack ? addDuration(from, { months: -months, milliseconds: -milliseconds }) : addDuration(from, parsed)
  }
  const after: DueTimes['after'] = (from, duration, calendar) => moved(from, duration, calendar, false)
  return {
    after,
    before: (due, duration, calendar) => moved(due, duration, calendar, true),
    dueAt(due, from, calendar) {
      if (due instanceof Date) return due
      const text = String(due)
      const date = readInstant(text, timeZone)
      if (date !== undefined) return date
      if (parseDuration(text, { isSigned: true }) !== undefined) return after(from, text, calendar)
      throw new Error(`"${text.slice(0, 100)}" is neither a date nor a duration in ISO 8601`)
    },
  }
}

const reversed = (duration: string): string =>
  duration.startsWith('-') ? duration.slice(1) : `-${duration.replace(/^\+/, '')}`
