import type { Run } from '../run.ts'
import { Decimal, decimalOf, finite } from './decimal.ts'
import { DaysTimeDuration, YearsMonthsDuration } from './temporal.ts'
import { addDuration, betweenTemporals, isDuration, isTemporal } from './temporal-arithmetic.ts'
import { yearsMonths } from './temporal-text.ts'
import { type FeelValue, kindOf } from './value.ts'

/** Cost in steps of arithmetic with a date or time, which may look up the offset of a named zone. */
const temporalSteps = 20

/** Adds two values (10.3.2.13.5, table 57). Returns null and records a warning when they cannot be added. */
export function add(left: FeelValue, right: FeelValue, run: Run): FeelValue {
  if (left instanceof Decimal && right instanceof Decimal) return number(left.plus(right), run)
  if (isTemporal(left) || isTemporal(right)) run.charge(temporalSteps)
  if (typeof left === 'string' && typeof right === 'string') {
    run.chargeString(left.length + right.length)
    return left + right
  }
  if (isDuration(left) && isTemporal(right)) return addDuration(right, left, 1) ?? run.warn('the date is out of range')
  if (isTemporal(left) && isDuration(right)) return addDuration(left, right, 1) ?? run.warn('the date is out of range')
  if (left instanceof DaysTimeDuration && right instanceof DaysTimeDuration) return daysTime(left.nanos + right.nanos)
  if (left instanceof YearsMonthsDuration && right instanceof YearsMonthsDuration) {
    return yearsMonths(left.months + right.months) ?? run.warn('the duration is out of range')
  }
  return mismatch('add', left, right, run)
}

/** Subtracts the right value from the left one. */
export function subtract(left: FeelValue, right: FeelValue, run: Run): FeelValue {
  if (left instanceof Decimal && right instanceof Decimal) return number(left.minus(right), run)
  if (isTemporal(left) || isTemporal(right)) run.charge(temporalSteps)
  if (isTemporal(left) && isDuration(right)) return addDuration(left, right, -1) ?? run.warn('the date is out of range')
  if (isTemporal(left) && isTemporal(right))
    return betweenTemporals(right, left) ?? mismatch('subtract', left, right, run)
  if (left instanceof DaysTimeDuration && right instanceof DaysTimeDuration) return daysTime(left.nanos - right.nanos)
  if (left instanceof YearsMonthsDuration && right instanceof YearsMonthsDuration) {
    return yearsMonths(left.months - right.months) ?? run.warn('the duration is out of range')
  }
  return mismatch('subtract', left, right, run)
}

export function multiply(left: FeelValue, right: FeelValue, run: Run): FeelValue {
  if (left instanceof Decimal && right instanceof Decimal) return number(left.times(right), run)
  if (left instanceof Decimal && isDuration(right)) return scale(right, (size) => size.times(left), run)
  if (isDuration(left) && right instanceof Decimal) return scale(left, (size) => size.times(right), run)
  return mismatch('multiply', left, right, run)
}

export function divide(left: FeelValue, right: FeelValue, run: Run): FeelValue {
  if (right instanceof Decimal && right.isZero()) return run.warn('division by zero')
  if (left instanceof Decimal && right instanceof Decimal) return number(left.div(right), run)
  if (isDuration(left) && right instanceof Decimal) return scale(left, (size) => size.div(right), run)
  if (left instanceof DaysTimeDuration && right instanceof DaysTimeDuration) {
    return right.nanos === 0n ? run.warn('division by zero') : number(big(left.nanos).div(big(right.nanos)), run)
  }
  if (left instanceof YearsMonthsDuration && right instanceof YearsMonthsDuration) {
    if (right.months === 0) return run.warn('division by zero')
    return number(decimalOf(left.months).div(right.months), run)
  }
  return mismatch('divide', left, right, run)
}

export function power(left: FeelValue, right: FeelValue, run: Run): FeelValue {
  if (!(left instanceof Decimal && right instanceof Decimal)) return mismatch('raise to a power', left, right, run)
  run.charge(3000)
  return number(left.pow(right), run)
}

export function negate(value: FeelValue, run: Run): FeelValue {
  if (value instanceof Decimal) return value.isZero() ? value : value.neg()
  if (value instanceof DaysTimeDuration) return daysTime(-value.nanos)
  if (value instanceof YearsMonthsDuration) return yearsMonths(-value.months)!
  return value === null ? null : run.warn(`cannot negate a ${kindOf(value)}`)
}

/** Returns a finite number; null with a warning for an infinite or undefined number. */
export function number(value: Decimal, run: Run): Decimal | null {
  return finite(value) ?? run.warn('the number is too large or undefined')
}

/**
 * Multiplies or divides a duration, as `change` says. Returns null with a warning for 10^30 nanoseconds or more,
 * which would not be exact, and for months that are out of range.
 */
function scale(value: DaysTimeDuration | YearsMonthsDuration, change: (size: Decimal) => Decimal, run: Run): FeelValue {
  const months = value instanceof YearsMonthsDuration
  const size = change(months ? decimalOf(value.months) : big(value.nanos)).trunc()
  const tooLarge = 'the duration is out of range'
  if (months) return yearsMonths(size.toNumber()) ?? run.warn(tooLarge)
  return size.abs().lt('1e30') ? daysTime(BigInt(size.toFixed())) : run.warn(tooLarge)
}

const daysTime = (nanos: bigint): DaysTimeDuration => new DaysTimeDuration(nanos)

/** Returns a number of nanoseconds as a decimal. */
const big = (nanos: bigint): Decimal => new Decimal(nanos.toString())

function mismatch(verb: string, left: FeelValue, right: FeelValue, run: Run): null {
  return run.warn(`cannot ${verb} ${kindOf(left)} and ${kindOf(right)}`)
}
