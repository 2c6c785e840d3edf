import { didYouMean } from '../foundation/kit/nearest.ts'
import { type Definitions, definitionPath } from '../solutions/index.ts'
import { addWorkingTime } from './add-working-time.ts'
import { builtInCalendar, builtInCalendarCode, type Calendar, compileCalendar } from './calendar.ts'
import { type DeployedCalendar, storedCalendars } from './calendar-kind.ts'
import { createDueTimes, type DueTimes } from './due-times.ts'
import { nextCron } from './next-cron.ts'

/** The business calendars of the installation. */
export interface Calendars {
  /** Time zone of the installation. */
  readonly timeZone: string
  /**
   * Returns the instant after a working time. The calendar is named by its path, such as `hr.office`, or by its code if
   * no other calendar has this code. `default` or no name means the default calendar. Throws an Error for an unknown
   * calendar or a wrong duration; see `addWorkingTime`.
   */
  addWorkingTime(from: Date, duration: string, path?: string): Date
  /**
   * Returns the next instant of a cron expression, by default in the time zone of the installation. Throws an Error for
   * a wrong expression.
   */
  nextCron(expression: string, after: Date, timeZone?: string): Date
  /** Due dates and reminders, in the working time of a calendar if one is named. */
  readonly dueTimes: DueTimes
  /** Returns the reason why a calendar cannot be used; undefined if the calendar exists. */
  problemOf(path: string): string | undefined
}

/** Creates the look-up of calendars by name. `definitions` returns the deployed calendars. */
export function createCalendars({
  definitions,
  timeZone,
}: {
  readonly definitions: () => Definitions
  readonly timeZone: string
}): Calendars {
  const builtIn = builtInCalendar(timeZone)
  const compiled = new WeakMap<DeployedCalendar, Calendar>()

  function compile(calendarOf: DeployedCalendar): Calendar {
    let calendar = compiled.get(calendarOf)
    if (calendar === undefined) {
      calendar = compileCalendar({ ...calendarOf.definition, name: definitionPath(calendarOf) }, timeZone)
      compiled.set(calendarOf, calendar)
    }
    return calendar
  }

  function deployed(path: string): DeployedCalendar | undefined {
    const all = definitions().of(storedCalendars)
    if (path === builtInCalendarCode) return all.find(({ definition }) => definition.isDefault)
    const wanted = path.toLowerCase()
    const found = all.filter((one) => (wanted.includes('.') ? definitionPath(one).toLowerCase() : one.code) === wanted)
    return found.length === 1 ? found[0] : undefined
  }

  function find(path: string): Calendar | undefined {
    const found = deployed(path)
    return found !== undefined ? compile(found) : path === builtInCalendarCode ? builtIn : undefined
  }

  function problemOf(path: string): string | undefined {
    if (find(path) !== undefined) return undefined
    const known = [builtInCalendarCode, ...definitions().of(storedCalendars).map(definitionPath)]
    return `the calendar "${path}" does not exist${didYouMean(path, known)}`
  }

  function workingTime(from: Date, duration: string, path = builtInCalendarCode): Date {
    const calendar = find(path)
    if (calendar === undefined) throw new Error(problemOf(path))
    return addWorkingTime(from, duration, calendar)
  }

  return {
    timeZone,
    problemOf,
    addWorkingTime: workingTime,
    dueTimes: createDueTimes(workingTime, timeZone),
    nextCron: (expression, after, zone = timeZone) => nextCron(expression, after, zone),
  }
}
