import { dayMs } from './local-time.ts'

/** Weekdays in the order of `Date.getUTCDay()`. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
type Weekday = (typeof weekdays)[number]

/** Working hours of a day as strings such as `09:00-13:00`, in ascending order. */
export type HoursText = readonly string[]

/** A business calendar as its file defines it, with all defaults filled in. */
export interface CalendarDefinition {
  readonly name: string
  readonly description: string
  /** Time zone of the working hours; null for the time zone of the installation. */
  readonly timeZone: string | null
  /** Whether the name `default` means this calendar. */
  readonly isDefault: boolean
  readonly week: Readonly<Partial<Record<Weekday, HoursText>>>
  /** Days off: a date, or the first and the last date of a period, such as `2026-01-01/2026-01-08`. */
  readonly holidays: readonly string[]
  /**
   * Working hours of single dates, such as a working day that was moved to a Saturday. They take precedence over
   * `week` and `holidays`.
   */
  readonly workingDays: Readonly<Record<string, HoursText>>
}

/** Working hours within a local day, in milliseconds since midnight. */
export interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** A compiled calendar. */
export interface Calendar {
  readonly name: string
  readonly timeZone: string
  /** Returns the working hours of a local day; day 0 is 1970-01-01. Empty for a day off. */
  hoursOn(day: number): readonly Interval[]
}

const nineToSix: HoursText = ['09:00-18:00']

/** Monday to Friday, 9 to 18 o'clock. */
export const defaultWeek: CalendarDefinition['week'] = {
  monday: nineToSix,
  tuesday: nineToSix,
  wednesday: nineToSix,
  thursday: nineToSix,
  friday: nineToSix,
}

/** Returns the calendar that is used when the installation defines no default calendar. */
export const builtInCalendar = (timeZone: string): Calendar =>
  compileCalendar({ name: 'default', timeZone: null, week: defaultWeek, holidays: [], workingDays: {} }, timeZone)

/** Compiles a checked calendar definition. `timeZone` is the time zone of the installation. */
export function compileCalendar(
  definition: Pick<CalendarDefinition, 'name' | 'timeZone' | 'week' | 'holidays' | 'workingDays'>,
  timeZone: string,
): Calendar {
  const week = weekdays.map((day) => (definition.week[day] ?? []).map(readHours))
  const special = new Map(
    Object.entries(definition.workingDays).map(([date, hours]) => [dayOf(date), hours.map(readHours)]),
  )
  const holidays = definition.holidays.map((text) => {
    const [first, last = first] = text.split('/') as [string, string?]
    return [dayOf(first), dayOf(last)] as const
  })
  const isHoliday = (day: number): boolean => holidays.some(([first, last]) => first <= day && day <= last)
  return {
    name: definition.name,
    timeZone: definition.timeZone ?? timeZone,
    // 1970-01-01 was a Thursday.
    hoursOn: (day) => special.get(day) ?? (isHoliday(day) ? [] : week[(((day + 4) % 7) + 7) % 7]!),
  }
}

/** Returns the number of days from 1970-01-01 to a date such as `2026-01-31`; NaN for a date that does not exist. */
export function dayOf(date: string): number {
  const ms = Date.parse(`${date}T00:00:00Z`)
  return new Date(ms).toJSON()?.startsWith(date) ? ms / dayMs : Number.NaN
}

/** Reads working hours such as `09:00-13:00`; the end may be `24:00`. */
export function readHours(text: string): Interval {
  const [start, end] = text.split('-').map((time) => {
    const [hours, minutes] = time.split(':').map(Number) as [number, number]
    return (hours * 60 + minutes) * 60_000
  }) as [number, number]
  return { startMs: start, endMs: end }
}

/** The name by which processes refer to the default calendar. */
export const builtInCalendarCode = 'default'
