import { addMonths, civilDate, maxYear } from './calendar.ts'
import { nanosBetween } from './compare.ts'
import {
  DaysTimeDuration,
  dateTimeOf,
  FeelDate,
  FeelDateTime,
  FeelTime,
  midnight,
  nanosOfSecond,
  secondsOfDay,
  type Temporal,
  YearsMonthsDuration,
} from './temporal.ts'
import type { FeelValue } from './value.ts'
import { offsetAtInstant, utc } from './zone.ts'

type Duration = DaysTimeDuration | YearsMonthsDuration

export function isDuration(value: FeelValue): value is Duration {
  return value instanceof DaysTimeDuration || value instanceof YearsMonthsDuration
}

export function isTemporal(value: FeelValue): value is Temporal {
  return value instanceof FeelDate || value instanceof FeelDateTime || value instanceof FeelTime
}

/**
 * Adds a duration, or subtracts it when the sign is -1. Returns undefined when the result is out of range, and for
 * months and a time.
 */
export function addDuration(value: Temporal, duration: Duration, sign: 1 | -1): Temporal | undefined {
  if (duration instanceof YearsMonthsDuration) return shiftMonths(value, duration.months * sign)
  const nanos = sign === 1 ? duration.nanos : -duration.nanos
  if (value instanceof FeelDate) return shiftNanos(midnight(value), nanos)?.date
  if (value instanceof FeelDateTime) return shiftNanos(value, nanos)
  const moved = shiftNanos(new FeelDateTime(new FeelDate(0), value), nanos)
  return moved && new FeelTime(moved.time.seconds, moved.time.nanos, value.zone)
}

function shiftMonths(value: Temporal, months: number): Temporal | undefined {
  if (value instanceof FeelTime) return undefined
  const date = value instanceof FeelDate ? value : value.date
  const { year } = date.civil
  if (Math.abs(year + months / 12) > maxYear) return undefined
  const moved = new FeelDate(addMonths(date.days, months))
  return value instanceof FeelDate ? moved : new FeelDateTime(moved, value.time)
}

const maxNanos = 10n ** 27n

/**
 * Moves a date and time by elapsed time, so that adding and subtracting agree over a change of the clocks. Without a
 * named zone, elapsed time is the same as local time.
 */
function shiftNanos(value: FeelDateTime, nanos: bigint): FeelDateTime | undefined {
  if (nanos > maxNanos || nanos < -maxNanos) return undefined
  const { zone } = value.time
  const total = BigInt(value.epochSeconds) * nanosOfSecond + BigInt(value.time.nanos) + nanos
  const rest = ((total % nanosOfSecond) + nanosOfSecond) % nanosOfSecond
  const seconds = Number((total - rest) / nanosOfSecond)
  if (Math.abs(civilDate(Math.floor(seconds / secondsOfDay)).year) > maxYear) return undefined
  const offset = (zone && offsetAtInstant(zone, seconds)) ?? 0
  return dateTimeOf(seconds + offset, Number(rest), zone, zone && offset)
}

/** Returns the duration from one value to another; undefined when they cannot be subtracted. */
export function betweenTemporals(from: Temporal, to: Temporal): DaysTimeDuration | undefined {
  if (from instanceof FeelTime || to instanceof FeelTime) {
    if (!(from instanceof FeelTime && to instanceof FeelTime)) return undefined
    return durationOf(nanosBetween(from, to))
  }
  if (from instanceof FeelDate && to instanceof FeelDate) return durationOf(nanosBetween(midnight(from), midnight(to)))
  const start = from instanceof FeelDate ? midnight(from, utc) : from
  const end = to instanceof FeelDate ? midnight(to, utc) : to
  return durationOf(nanosBetween(start, end))
}

function durationOf(nanos: bigint | null): DaysTimeDuration | undefined {
  return nanos === null ? undefined : new DaysTimeDuration(nanos)
}
