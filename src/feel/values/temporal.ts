import { type CivilDate, civilDate } from './calendar.ts'
import type { Zone } from './zone.ts'

export const secondsOfDay = 86_400
export const nanosOfSecond = 1_000_000_000n

/** A date without a time. */
export class FeelDate {
  /** Days since 1970-01-01. */
  readonly days: number
  constructor(days: number) {
    this.days = days
  }
  get civil(): CivilDate {
    return civilDate(this.days)
  }
}

/** A time of day, with or without a zone. */
export class FeelTime {
  /** Seconds since midnight. */
  readonly seconds: number
  /** Nanoseconds of the second. */
  readonly nanos: number
  readonly zone: Zone | undefined
  /** Offset of the zone in seconds; undefined for a local time. For a named zone, the offset at 1970-01-01. */
  readonly offset: number | undefined
  constructor(seconds: number, nanos: number, zone?: Zone) {
    this.seconds = seconds
    this.nanos = nanos
    this.zone = zone
    this.offset = zone?.offsetAt(seconds)
  }
}

/** A date and time, with or without a zone. */
export class FeelDateTime {
  readonly date: FeelDate
  readonly time: FeelTime
  /** The offset of the zone at this date and time, in seconds; undefined without a zone. */
  readonly offset: number | undefined
  /**
   * `offset` chooses between the two instants of a local time that a change of the clocks repeats; by default, the
   * first.
   */
  constructor(date: FeelDate, time: FeelTime, offset?: number) {
    this.date = date
    this.time = time
    this.offset = offset ?? time.zone?.offsetAt(date.days * secondsOfDay + time.seconds)
  }
  /** Seconds since 1970 in local time. */
  get localSeconds(): number {
    return this.date.days * secondsOfDay + this.time.seconds
  }
  /** Seconds since 1970 in UTC. A date and time without a zone counts as UTC. */
  get epochSeconds(): number {
    return this.localSeconds - (this.offset ?? 0)
  }
}

/** A days and time duration. */
export class DaysTimeDuration {
  readonly nanos: bigint
  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** A years and months duration. */
export class YearsMonthsDuration {
  readonly months: number
  constructor(months: number) {
    this.months = months
  }
}

export type Temporal = FeelDate | FeelTime | FeelDateTime

/** Returns the date and time of local seconds since 1970. */
export function dateTimeOf(localSeconds: number, nanos: number, zone?: Zone, offset?: number): FeelDateTime {
  const days = Math.floor(localSeconds / secondsOfDay)
  const time = new FeelTime(localSeconds - days * secondsOfDay, nanos, zone)
  return new FeelDateTime(new FeelDate(days), time, offset)
}

/** Returns midnight of a date in a zone, or midnight without a zone. */
export function midnight(date: FeelDate, zone?: Zone): FeelDateTime {
  return new FeelDateTime(date, new FeelTime(0, 0, zone))
}
