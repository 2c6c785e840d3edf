import { isDeepStrictEqual } from 'node:util'
import { didYouMean } from '../../foundation/kit/nearest.ts'

/** Returns the first difference between expected and actual values, as a sentence; undefined when there is none. */
export function difference(
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [name, value] of Object.entries(expected)) {
    if (!(name in actual) && value !== null) return `"${name}" does not exist${didYouMean(name, Object.keys(actual))}`
    if (!isAlike(value, actual[name] ?? null))
      return `"${name}" is ${JSON.stringify(actual[name])}, not ${JSON.stringify(value)}`
  }
  return undefined
}

/**
 * Compares values leniently: `clean` equals a category with this code, 5 equals "5.0", an id equals a list with only
 * this id, and a day equals every time on that day.
 */
function isAlike(expected: unknown, actual: unknown): boolean {
  if (isDeepStrictEqual(expected, actual)) return true
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((one, at) => isAlike(one, actual[at]))
    )
  }
  if (typeof expected === 'object' && expected !== null)
    return typeof actual === 'object' && actual !== null && difference(expected as never, actual as never) === undefined
  if (Array.isArray(actual)) return actual.length === 1 && isAlike(expected, actual[0])
  if (typeof actual === 'object' && actual !== null && 'code' in actual) return actual.code === expected
  if (typeof expected === 'number' && typeof actual === 'string')
    return actual.trim() !== '' && Number(actual) === expected
  return typeof expected === 'string' && typeof actual === 'string' && isSameTime(expected, actual)
}

/** Tolerance when times are compared, because seconds pass while a test runs. */
const toleranceMs = 60_000

function isSameTime(expected: string, actual: string): boolean {
  if (!/^\d{4}-\d\d-\d\d/.test(expected) || !/^\d{4}-\d\d-\d\dT/.test(actual)) return false
  if (expected.length === 10) return actual.startsWith(expected)
  const laterMs = Date.parse(actual) - Date.parse(expected)
  return laterMs >= 0 && laterMs < toleranceMs
}
