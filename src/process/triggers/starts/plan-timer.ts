import type { Calendars } from '../../../calendars/index.ts'
import { isCron } from '../../../foundation/kit/time/cron.ts'
import { readInstant } from '../../../foundation/kit/time/instant.ts'
import { addDuration, parseCycle, parseDuration } from '../../../foundation/kit/time/schedule.ts'
import { processLanguage } from '../../definition/index.ts'
import type { StoredStart } from './starts.store.ts'

type TimerStart = Extract<StoredStart['settings'], { readonly kind: 'timer' }>

/**
 * The next time of a start timer, and the number of later repetitions; the number is absent when they are unlimited.
 */
export interface PlannedTime {
  readonly due: Date
  readonly remaining?: number
}

/**
 * Returns the first time of a start timer that was activated at an instant. Undefined for a date that has passed and
 * for a repetition without times. Throws an Error for a text that is not a time.
 */
export function firstTime(timer: TimerStart, armedAt: Date, calendars: Calendars): PlannedTime | undefined {
  const text = textOf(timer, armedAt, calendars)
  const timeZone = timer.timeZone ?? calendars.timeZone
  if (timer.timer === 'date') {
    const due = readInstant(text, timeZone)
    if (due === undefined) throw new Error(`"${text}" is not a date in ISO 8601`)
    return due > armedAt ? { due, remaining: 0 } : undefined
  }
  if (timer.timer === 'duration') {
    const duration = parseDuration(text, { isSigned: true })
    if (duration === undefined) throw new Error(`"${text}" is not a duration in ISO 8601`)
    const { calendar } = timer
    const due = calendar ? calendars.addWorkingTime(armedAt, text, calendar) : addDuration(armedAt, duration)
    return { due, remaining: 0 }
  }
  if (isCron(text)) return { due: calendars.nextCron(text, armedAt, timer.timeZone) }
  const cycle = parseCycle(text, timeZone)
  if (cycle === undefined) throw new Error(`"${text}" is neither a repetition in ISO 8601 nor a cron expression`)
  if (cycle.times === 0) return undefined
  const due = cycle.start ?? addDuration(armedAt, cycle.interval)
  return { due, ...(cycle.times !== Infinity && { remaining: cycle.times - 1 }) }
}

/**
 * Returns the time after the present one; undefined after the last repetition. Skips times that have passed, so that a
 * timer that is overdue several times starts one instance.
 */
export function nextTime(
  timer: TimerStart,
  { due, remaining }: PlannedTime,
  now: Date,
  calendars: Calendars,
): PlannedTime | undefined {
  if (remaining === 0 || timer.timer !== 'cycle') return undefined
  const text = textOf(timer, now, calendars)
  if (isCron(text)) return { due: calendars.nextCron(text, now, timer.timeZone) }
  const { interval } = parseCycle(text, timer.timeZone ?? calendars.timeZone)!
  let next = addDuration(due, interval)
  if (next <= now && interval.months === 0) {
    const missed = Math.floor((now.getTime() - next.getTime()) / interval.milliseconds) + 1
    next = new Date(next.getTime() + missed * interval.milliseconds)
  }
  while (next <= now) next = addDuration(next, interval)
  return { due: next, ...(remaining !== undefined && { remaining: remaining - 1 }) }
}

function textOf({ value, timeZone }: TimerStart, now: Date, calendars: Calendars): string {
  if ('text' in value) return value.text
  const found = processLanguage
    .compile(value.expression, {})
    .evaluate({}, { nowMs: now.getTime(), timeZone: timeZone ?? calendars.timeZone })
  if (typeof found !== 'string') throw new Error(`"${value.expression}" does not give a text with a time`)
  return found
}
