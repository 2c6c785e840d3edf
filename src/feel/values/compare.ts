import { Decimal } from './decimal.ts'
import { DaysTimeDuration, FeelDate, FeelDateTime, FeelTime, nanosOfSecond, YearsMonthsDuration } from './temporal.ts'
import { type FeelContext, FeelFunction, type FeelList, FeelRange, type FeelValue, isContext, isList } from './value.ts'

/** A counter that takes steps for comparing large values. */
export interface Steps {
  charge(steps: number): void
  call<T>(nesting: number, body: () => T): T
}

/**
 * Returns whether two values are equal (10.3.2.13.1, table 53); null when they cannot be compared, such as values of
 * different types. Null equals only null.
 */
export function equals(left: FeelValue, right: FeelValue, steps: Steps): boolean | null {
  if (left === right) return true
  if (left === null || right === null) return false
  if (typeof left === 'string' || typeof left === 'boolean') return typeof right === typeof left ? false : null
  if (left instanceof Decimal) return right instanceof Decimal ? left.eq(right) : null
  if (isList(left)) return isList(right) ? steps.call(1, () => equalLists(left, right, steps)) : null
  if (isContext(left)) return isContext(right) ? steps.call(1, () => equalContexts(left, right, steps)) : null
  if (left instanceof FeelRange) return right instanceof FeelRange ? equalRanges(left, right, steps) : null
  if (left instanceof FeelFunction) return right instanceof FeelFunction ? false : null
  const order = compare(wholeSeconds(left), wholeSeconds(right))
  return order === null ? null : order === 0
}

/** Returns a time without its fraction of a second, which equality ignores (table 53); other values unchanged. */
function wholeSeconds(value: FeelValue): FeelValue {
  if (value instanceof FeelTime) return value.nanos === 0 ? value : new FeelTime(value.seconds, 0, value.zone)
  if (!(value instanceof FeelDateTime) || value.time.nanos === 0) return value
  return new FeelDateTime(value.date, new FeelTime(value.time.seconds, 0, value.time.zone), value.offset)
}

function equalLists(left: FeelList, right: FeelList, steps: Steps): boolean | null {
  if (left.length !== right.length) return false
  steps.charge(left.length)
  for (let index = 0; index < left.length; index++) {
    const same = equals(left[index]!, right[index]!, steps)
    if (same !== true) return same
  }
  return true
}

function equalContexts(left: FeelContext, right: FeelContext, steps: Steps): boolean | null {
  if (left.size !== right.size) return false
  steps.charge(left.size)
  for (const [key, value] of left) {
    const other = right.get(key)
    if (other === undefined) return false
    const same = equals(value, other, steps)
    if (same !== true) return same
  }
  return true
}

function equalRanges(left: FeelRange, right: FeelRange, steps: Steps): boolean | null {
  if (left.operator !== right.operator) return false
  if (left.startIncluded !== right.startIncluded || left.endIncluded !== right.endIncluded) return false
  const start = equals(left.start, right.start, steps)
  return start === true ? equals(left.end, right.end, steps) : start
}

/**
 * Returns a negative number, zero or a positive number if the left value is less than, equal to or greater than the
 * right value (table 54). Returns null for values of different types and values without an order.
 */
export function compare(left: FeelValue, right: FeelValue): number | null {
  if (left instanceof Decimal) return right instanceof Decimal ? left.cmp(right) : null
  if (typeof left === 'string') return typeof right === 'string' ? order(left, right) : null
  if (left instanceof FeelDate) return right instanceof FeelDate ? left.days - right.days : null
  if (left instanceof FeelDateTime) return right instanceof FeelDateTime ? orderMoments(left, right) : null
  if (left instanceof FeelTime) return right instanceof FeelTime ? orderTimes(left, right) : null
  if (left instanceof DaysTimeDuration) {
    return right instanceof DaysTimeDuration ? order(left.nanos, right.nanos) : null
  }
  if (left instanceof YearsMonthsDuration) {
    return right instanceof YearsMonthsDuration ? left.months - right.months : null
  }
  return null
}

function order<T extends string | bigint>(left: T, right: T): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function orderMoments(left: FeelDateTime, right: FeelDateTime): number | null {
  if ((left.time.zone === undefined) !== (right.time.zone === undefined)) return null
  return left.epochSeconds - right.epochSeconds || left.time.nanos - right.time.nanos
}

function orderTimes(left: FeelTime, right: FeelTime): number | null {
  const [leftOffset, rightOffset] = [left.offset, right.offset]
  if ((leftOffset === undefined) !== (rightOffset === undefined)) return null
  return left.seconds - (leftOffset ?? 0) - (right.seconds - (rightOffset ?? 0)) || left.nanos - right.nanos
}

/** Returns the nanoseconds from one moment or time to another; null when only one of them has a zone. */
export function nanosBetween(from: FeelDateTime | FeelTime, to: FeelDateTime | FeelTime): bigint | null {
  if ((from.offset === undefined) !== (to.offset === undefined)) return null
  const [first, last] = [utcClock(from), utcClock(to)]
  return BigInt(last.seconds - first.seconds) * nanosOfSecond + BigInt(last.nanos - first.nanos)
}

function utcClock(value: FeelDateTime | FeelTime): { seconds: number; nanos: number } {
  if (value instanceof FeelDateTime) return { seconds: value.epochSeconds, nanos: value.time.nanos }
  return { seconds: value.seconds - (value.offset ?? 0), nanos: value.nanos }
}
