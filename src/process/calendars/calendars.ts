import { didYouMean } from '../../foundation/kit/nearest.ts'
import { type Definitions, definitionPath } from '../../solutions/index.ts'
import { addWorkingTime } from './add-working-time.ts'
import { builtInCalendar, builtInCalendarCode, type Calendar, compileCalendar } from './calendar.ts'
import { type DeployedCalendar, storedCalendars } from './calendar-kind.ts'
import { nextCron } from './next-cron.ts'

/** The business calendars of the installation. */
export interface Calendars {
  /** Time zone of the installation. */
  readonly timeZone: string
  /**
   * Returns the instant after a working time; the calendar is named by its path, such as `hr.office`. Without a path and
   * for `default` it is the default calendar. Throws an Error with a sentence; see `addWorkingTime`.
   */
  addWorkingTime(from: Date, duration: string, path?: string): Date
  /** Returns the next instant of a cron expression, by default in the time zone of the installation. Throws an Error. */
  nextCron(expression: string, after: Date, timeZone?: string): Date
  /** Returns why a calendar cannot be used; undefined when it exists. */
  problemOf(path: string): string | undefined
}

/** Creates the look-up of calendars. `definitions` returns the present definitions. */
export function createCalendars({
  definitions,
  timeZone,
}: {
  readonly definitions: () => Definitions
  readonly timeZone: string
}): Calendars {
  const builtIn = builtInCalendar(timeZone)
  const compiled = new WeakMap<DeployedCalendar, Calendar>()

  function compile(deployed: DeployedCalendar): Calendar {
    let calendar = compiled.get(deployed)
    if (calendar === undefined) {
      calendar = compileCalendar({ ...deployed.definition, name: definitionPath(deployed) }, timeZone)
      compiled.set(deployed, calendar)
    }
    return calendar
  }

  function find(path: string): Calendar | undefined {
    const all = definitions().of(storedCalendars)
    const isWanted = (one: DeployedCalendar): boolean =>
      path === builtInCalendarCode ? one.definition.isDefault : definitionPath(one).toLowerCase() === path.toLowerCase()
    const found = all.find(isWanted)
    return found !== undefined ? compile(found) : path === builtInCalendarCode ? builtIn : undefined
  }

  function problemOf(path: string): string | undefined {
    if (find(path) !== undefined) return undefined
    const known = [builtInCalendarCode, ...definitions().of(storedCalendars).map(definitionPath)]
    return `the calendar "${path}" does not exist${didYouMean(path, known)}`
  }

  return {
    timeZone,
    problemOf,
    addWorkingTime(from, duration, path = builtInCalendarCode) {
      const calendar = find(path)
      if (calendar === undefined) throw new Error(problemOf(path))
      return addWorkingTime(from, duration, calendar)
    },
    nextCron: (expression, after, zone = timeZone) => nextCron(expression, after, zone),
  }
}
