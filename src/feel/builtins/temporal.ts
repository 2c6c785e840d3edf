import type { Run } from '../run.ts'
import { dayNumber, weekday, weekOfYear } from '../values/calendar.ts'
import { decimalOf } from '../values/decimal.ts'
import { dateTimeOf, FeelDate, FeelDateTime } from '../values/temporal.ts'
import type { FeelValue } from '../values/value.ts'
import { namedZone, offsetAtInstant, readZone, type Zone } from '../values/zone.ts'
import { define, type Signature } from './builtin.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Temporal functions (10.3.4.11), and the clock functions (10.3.4.12), which use the time of the evaluation. */
export const temporalFunctions: readonly Signature[] = [
  ofDate('day of year', ({ days, civil }) => decimalOf(days - dayNumber(civil.year, 1, 1) + 1)),
  ofDate('day of week', ({ days }) => weekdays[weekday(days) - 1]!),
  ofDate('month of year', ({ civil }) => months[civil.month - 1]!),
  ofDate('week of year', ({ days }) => decimalOf(weekOfYear(days))),
  define('now', {}, (_, run) => now(run)),
  define('today', {}, (_, run) => now(run)?.date ?? null),
]

function ofDate(name: string, call: (date: FeelDate) => FeelValue): Signature {
  return define(name, { date: 'any' }, ({ date }, run) => {
    if (date instanceof FeelDate) return call(date)
    return date instanceof FeelDateTime ? call(date.date) : run.warn(`${name}() needs a date`)
  })
}

/** Returns the time of the evaluation in its time zone. */
function now(run: Run): FeelDateTime | null {
  run.charge(20)
  const zone: Zone | undefined = readZone(run.timeZone) ?? namedZone(run.timeZone)
  if (zone === undefined) return run.warn(`"${run.timeZone}" is not a time zone`)
  const seconds = Math.floor(run.nowMs / 1000)
  const nanos = Math.round((run.nowMs - seconds * 1000) * 1e6)
  const offset = offsetAtInstant(zone, seconds)
  return dateTimeOf(seconds + offset, nanos, zone, offset)
}
