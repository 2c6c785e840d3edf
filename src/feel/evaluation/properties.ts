import { weekday } from '../values/calendar.ts'
import { decimalOf } from '../values/decimal.ts'
import {
  DaysTimeDuration,
  FeelDate,
  FeelDateTime,
  FeelTime,
  nanosOfSecond,
  YearsMonthsDuration,
} from '../values/temporal.ts'
import { FeelRange, type FeelValue } from '../values/value.ts'

/** Returns a property of a temporal value or range (10.3.2.13.2, table 65); undefined when it does not exist. */
export function propertyOf(value: FeelValue, key: string): FeelValue | undefined {
  if (value instanceof FeelDate) return dateProperty(value, key)
  if (value instanceof FeelTime) return timeProperty(value, key, value.offset)
  if (value instanceof FeelDateTime) {
    return dateProperty(value.date, key) ?? timeProperty(value.time, key, value.offset)
  }
  if (value instanceof DaysTimeDuration) return daysTimeProperty(value, key)
  if (value instanceof YearsMonthsDuration) {
    if (key === 'years') return decimalOf(Math.trunc(value.months / 12))
    return key === 'months' ? decimalOf(value.months % 12) : undefined
  }
  return value instanceof FeelRange ? rangeProperty(value, key) : undefined
}

function dateProperty({ civil, days }: FeelDate, key: string): FeelValue | undefined {
  if (key === 'year' || key === 'month' || key === 'day') return decimalOf(civil[key])
  return key === 'weekday' ? decimalOf(weekday(days)) : undefined
}

function timeProperty(time: FeelTime, key: string, offset: number | undefined): FeelValue | undefined {
  switch (key) {
    case 'hour':
      return decimalOf(Math.floor(time.seconds / 3600))
    case 'minute':
      return decimalOf(Math.floor(time.seconds / 60) % 60)
    case 'second':
      return decimalOf(time.seconds % 60)
    case 'time offset':
      return offset === undefined ? null : new DaysTimeDuration(BigInt(offset) * nanosOfSecond)
    case 'timezone':
      return time.zone?.name ?? null
    default:
      return undefined
  }
}

function daysTimeProperty({ nanos }: DaysTimeDuration, key: string): FeelValue | undefined {
  const seconds = nanos / nanosOfSecond
  switch (key) {
    case 'days':
      return decimalOf(Number(seconds / 86_400n))
    case 'hours':
      return decimalOf(Number((seconds / 3600n) % 24n))
    case 'minutes':
      return decimalOf(Number((seconds / 60n) % 60n))
    case 'seconds':
      return decimalOf(Number(seconds % 60n))
    default:
      return undefined
  }
}

function rangeProperty(range: FeelRange, key: string): FeelValue | undefined {
  switch (key) {
    case 'start':
    case 'end':
      return range[key]
    case 'start included':
      return range.startIncluded
    case 'end included':
      return range.endIncluded
    default:
      return undefined
  }
}
