/// <reference lib="esnext.temporal" />
import { readIsoDuration, timeMsOf } from '../foundation/kit/time/iso-duration.ts'
import type { Calendar, Interval } from './calendar.ts'
import { dayMs, instantAt, localMsAt } from './local-time.ts'

/** Maximum distance between the start and the result, in days. */
const maxDays = 3_660

interface WorkingDuration {
  /** 1 for a time after the start, -1 for a time before it. */
  readonly sign: 1 | -1
  readonly months: number
  readonly weeks: number
  readonly days: number
  readonly milliseconds: number
}

/**
 * Returns the instant after a working time in a calendar. `P3D` means three working days: the same time of day on the
 * third working day. `PT4H` means four working hours. Weeks, months and years are calendar weeks, months and years. A
 * start outside working hours is moved to the next working moment. A negative duration goes back in the same way.
 * Throws an Error for a text that is not a duration, and when the result would be more than ten years away.
 */
export function addWorkingTime(from: Date, duration: string, calendar: Calendar): Date {
  const { sign, months, weeks, days, milliseconds } = readDuration(duration)
  const walk = new Walk(calendar, sign, from.getTime())
  walk.toWork()
  if (months + weeks > 0) walk.byDate(months, weeks)
  if (days > 0) walk.byDays(days)
  if (milliseconds > 0) walk.byTime(milliseconds)
  return new Date(walk.at)
}

function readDuration(text: string): WorkingDuration {
  const parts = readIsoDuration(text)
  if (parts === undefined) throw new Error(`"${text}" is not a duration in ISO 8601, such as P3D or PT4H`)
  const { years, months, weeks, days } = parts
  const found = {
    months: Number(years * 12n + months),
    weeks: Number(weeks),
    days: Number(days),
    milliseconds: Math.round(timeMsOf(parts)),
  }
  const { isNegative } = parts
  if (found.months > 120 || found.weeks > 520 || found.days > maxDays || found.milliseconds > maxDays * dayMs)
    throw new Error(`"${text}" is longer than ten years`)
  return { sign: isNegative ? -1 : 1, ...found }
}

/** An instant that moves through the working hours of a calendar, forward or back. */
class Walk {
  at: number
  readonly #calendar: Calendar
  readonly #sign: 1 | -1
  readonly #origin: number

  constructor(calendar: Calendar, sign: 1 | -1, at: number) {
    this.#calendar = calendar
    this.#sign = sign
    this.at = at
    this.#origin = this.#local.day
  }

  /** Moves to the next working moment in the direction of the walk, unless the present moment is working time. */
  toWork(): void {
    for (let { day } = this.#local; ; day += this.#sign) {
      for (const { startMs, endMs } of this.#intervals(day)) {
        if (this.#sign > 0 ? this.at <= endMs : this.at >= startMs) {
          this.at = this.#sign > 0 ? Math.max(this.at, startMs) : Math.min(this.at, endMs)
          return
        }
      }
    }
  }

  byDate(months: number, weeks: number): void {
    const { timeZone } = this.#calendar
    const zoned = Temporal.Instant.fromEpochMilliseconds(this.at).toZonedDateTimeISO(timeZone)
    this.at = zoned.add({ months: this.#sign * months, weeks: this.#sign * weeks }).epochMilliseconds
    this.toWork()
  }

  /** Moves by working days. Keeps the time of day, or moves it into the working hours of the last day. */
  byDays(days: number): void {
    const { timeOfDay, ...local } = this.#local
    let { day } = local
    for (let left = days; left > 0; ) {
      day += this.#sign
      if (this.#hours(day).length > 0) left--
    }
    const hours = this.#ordered(this.#hours(day))
    const fitting = hours.find(({ startMs, endMs }) => (this.#sign > 0 ? timeOfDay <= endMs : timeOfDay >= startMs))
    const { startMs, endMs } = fitting ?? hours.at(-1)!
    this.at = instantAt(day * dayMs + Math.min(Math.max(timeOfDay, startMs), endMs), this.#calendar.timeZone)
  }

  /** Moves by working hours. */
  byTime(milliseconds: number): void {
    let left = milliseconds
    for (let { day } = this.#local; ; day += this.#sign) {
      for (const { startMs, endMs } of this.#intervals(day)) {
        const begin = this.#sign > 0 ? Math.max(this.at, startMs) : Math.min(this.at, endMs)
        const available = this.#sign > 0 ? endMs - begin : begin - startMs
        if (available >= left) {
          this.at = begin + this.#sign * left
          return
        }
        left -= Math.max(0, available)
      }
    }
  }

  get #local(): { readonly day: number; readonly timeOfDay: number } {
    const localMs = localMsAt(this.at, this.#calendar.timeZone)
    const day = Math.floor(localMs / dayMs)
    return { day, timeOfDay: localMs - day * dayMs }
  }

  /** Returns the working hours of a day. Throws an Error when the day is more than `maxDays` from the start. */
  #hours(day: number): readonly Interval[] {
    if (Math.abs(day - this.#origin) > maxDays)
      throw new Error(`the calendar "${this.#calendar.name}" does not have enough working time within ten years`)
    return this.#calendar.hoursOn(day)
  }

  /** Returns the working hours of a day as instants, in the direction of the walk. */
  #intervals(day: number): readonly Interval[] {
    const { timeZone } = this.#calendar
    const instants = this.#hours(day).map(({ startMs, endMs }) => ({
      startMs: instantAt(day * dayMs + startMs, timeZone),
      endMs: instantAt(day * dayMs + endMs, timeZone),
    }))
    return this.#ordered(instants)
  }

  #ordered(intervals: readonly Interval[]): readonly Interval[] {
    return this.#sign > 0 ? intervals : intervals.toReversed()
  }
}
