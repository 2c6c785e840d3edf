import type { Run } from '../run.ts'
import { compare, equals } from '../values/compare.ts'
import { FeelDateTime, FeelTime } from '../values/temporal.ts'
import { type FeelValue, kindOf } from '../values/value.ts'
import { define, type Signature } from './builtin.ts'

/** Boolean functions (10.3.4.2) and `is` (10.3.4.10). */
export const booleanFunctions: readonly Signature[] = [
  define('not', { negand: 'any' }, ({ negand }) => (typeof negand === 'boolean' ? !negand : null)),
  define('is', { value1: 'any', value2: 'any' }, ({ value1, value2 }, run) => isSame(value1, value2, run)),
  // An argument that is not given is null.
  define('is', { value1: 'any' }, ({ value1 }, run) => isSame(value1, null, run)),
  define('is', { value2: 'any' }, ({ value2 }, run) => isSame(null, value2, run)),
]

function isSame(value1: FeelValue, value2: FeelValue, run: Run): boolean {
  if (kindOf(value1) !== kindOf(value2)) return false
  if (isClock(value1) && isClock(value2)) return compare(value1, value2) === 0 && zoneOf(value1) === zoneOf(value2)
  return equals(value1, value2, run) === true
}

const isClock = (value: FeelValue): value is FeelTime | FeelDateTime =>
  value instanceof FeelTime || value instanceof FeelDateTime

/** Returns the identity of a zone: its name, or its offset. */
function zoneOf(value: FeelTime | FeelDateTime): string | number | undefined {
  const time = value instanceof FeelTime ? value : value.time
  return time.zone?.name ?? value.offset
}
