import { Decimal, decimalOf, integerOf } from '../values/decimal.ts'
import { FeelDate } from '../values/temporal.ts'
import { FeelRange, type FeelValue, isList } from '../values/value.ts'

/** A sequence of values for `for`, `some` and `every`. Ranges are not expanded, so they use no memory. */
export interface Iteration {
  readonly count: number
  readonly at: (index: number) => FeelValue
}

/** Returns the iteration over a list, a range of integers or dates, or one value; undefined when there is none. */
export function iterationOf(value: FeelValue): Iteration | undefined {
  if (isList(value)) return { count: value.length, at: (index) => value[index]! }
  if (!(value instanceof FeelRange)) return value === null ? undefined : { count: 1, at: () => value }
  const { start, end } = value
  if (start instanceof Decimal && end instanceof Decimal) {
    const [from, to] = [integerOf(start), integerOf(end)]
    return from === undefined || to === undefined ? undefined : between(value, from, to, decimalOf)
  }
  if (start instanceof FeelDate && end instanceof FeelDate) {
    return between(value, start.days, end.days, (days) => new FeelDate(days))
  }
  return undefined
}

/** Counts up or down from one bound to the other. */
function between(range: FeelRange, from: number, to: number, make: (number: number) => FeelValue): Iteration {
  const step = from <= to ? 1 : -1
  const first = range.startIncluded ? from : from + step
  const last = range.endIncluded ? to : to - step
  return { count: Math.max(0, (last - first) * step + 1), at: (index) => make(first + index * step) }
}
