import type { Run } from '../run.ts'
import { Decimal } from './decimal.ts'
import { DaysTimeDuration, FeelDate, FeelDateTime, FeelTime, YearsMonthsDuration } from './temporal.ts'
import { showDate, showDuration, showTime } from './temporal-text.ts'
import { type FeelContext, FeelFunction, FeelRange, type FeelValue, isContext, isList } from './value.ts'

/** Returns the text of a single value; undefined for null, a list, a context, a range or a function. */
export function showScalar(value: FeelValue): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Decimal) return value.toFixed()
  if (value instanceof FeelDate) return showDate(value)
  if (value instanceof FeelTime) return showTime(value)
  if (value instanceof FeelDateTime) return `${showDate(value.date)}T${showTime(value.time)}`
  if (value instanceof DaysTimeDuration || value instanceof YearsMonthsDuration) return showDuration(value)
  return undefined
}

/** Returns the text of any value as `string()` gives it: `[1, "a"]`, `{a: 1}`, `[1..5]`. */
export function showValue(value: FeelValue, run: Run): string {
  return typeof value === 'string' ? value : show(value, run)
}

function show(value: FeelValue, run: Run): string {
  run.charge(1)
  if (value === null) return 'null'
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
  const scalar = showScalar(value)
  if (scalar !== undefined) return checked(scalar, run)
  if (isList(value)) return run.call(1, () => checked(`[${value.map((item) => show(item, run)).join(', ')}]`, run))
  if (isContext(value)) return run.call(1, () => showContext(value, run))
  if (value instanceof FeelRange) return showRange(value, run)
  return value instanceof FeelFunction ? `function(${value.parameters.join(', ')})` : ''
}

function showContext(context: FeelContext, run: Run): string {
  const entries = Array.from(context, ([key, entry]) => `${showKey(key)}: ${show(entry, run)}`)
  return checked(`{${entries.join(', ')}}`, run)
}

function showRange({ start, startIncluded, end, endIncluded, operator }: FeelRange, run: Run): string {
  if (operator !== undefined) return `(${operator}${show(start, run)})`
  if (start === null || end === null) {
    if (start === null) return `(${endIncluded ? '<=' : '<'}${show(end, run)})`
    return `(${startIncluded ? '>=' : '>'}${show(start, run)})`
  }
  return `${startIncluded ? '[' : '('}${show(start, run)}..${show(end, run)}${endIncluded ? ']' : ')'}`
}

function showKey(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(key) ? key : `"${key.replaceAll(/["\\]/g, '\\$&')}"`
}

function checked(text: string, run: Run): string {
  run.chargeString(text.length)
  return text
}
