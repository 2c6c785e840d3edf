import { compare, equals, type Steps } from './compare.ts'
import { FeelRange, type FeelValue, isList } from './value.ts'

/** Returns whether a range includes a value; null when they cannot be compared. */
function rangeIncludes(range: FeelRange, value: FeelValue): boolean | null {
  if (value === null) return null
  if (range.operator === '!=') {
    const order = compare(value, range.start)
    return order === null ? null : order !== 0
  }
  const fromStart = range.start === null ? 1 : compare(value, range.start)
  const toEnd = range.end === null ? 1 : compare(range.end, value)
  if (fromStart === null || toEnd === null) return null
  if (fromStart < 0 || (fromStart === 0 && !range.startIncluded)) return false
  return toEnd > 0 || (toEnd === 0 && range.endIncluded)
}

/**
 * Returns whether a value passes a test (10.3.2.15): it equals the test, lies in the range, or is an item of the list.
 * Null when they cannot be compared.
 */
export function isIn(value: FeelValue, test: FeelValue, steps: Steps): boolean | null {
  if (test instanceof FeelRange && !(value instanceof FeelRange)) return rangeIncludes(test, value)
  if (test === null && value !== null) return null
  if (!isList(test)) return equals(value, test, steps)
  if (isList(value) && equals(value, test, steps) === true) return true
  steps.charge(test.length)
  return test.some(
    (item) => (item instanceof FeelRange ? isIn(value, item, steps) : equals(value, item, steps)) === true,
  )
}
