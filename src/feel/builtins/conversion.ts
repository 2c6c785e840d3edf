import { compare } from '../values/compare.ts'
import { integerOf, readDecimal } from '../values/decimal.ts'
import { FeelDate, FeelDateTime, FeelTime, midnight, nanosOfSecond } from '../values/temporal.ts'
import { dateOf, readDate, readDateTime, readDuration, readTime, yearsMonths } from '../values/temporal-text.ts'
import { showValue } from '../values/text.ts'
import { FeelRange, type FeelValue } from '../values/value.ts'
import { fixedZone, namedZone, utc } from '../values/zone.ts'
import { define, type Signature } from './builtin.ts'

const pattern = /^\s*([[(\]])(.*?)\.\.(.*)([\])[])\s*$/s

/** Reads the text of a range with literal bounds, such as `[1..5)`; undefined when the text is not a range. */
function readRange(text: string): FeelRange | undefined {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const [, open, low, high, close] = found
  const [start, end] = [readBound(low!.trim()), readBound(high!.trim())]
  if (start === undefined || end === undefined || (start === null && end === null)) return undefined
  const [startIncluded, endIncluded] = [open === '[', close === ']']
  if ((start === null && startIncluded) || (end === null && endIncluded)) return undefined
  if (start !== null && end !== null) {
    const order = compare(start, end)
    if (order === null || order > 0) return undefined
  }
  return new FeelRange({ start, startIncluded, end, endIncluded })
}

/** Reads a bound: a number, a string, a temporal literal or function call; null when it is absent. */
function readBound(text: string): FeelValue | undefined {
  if (text === '' || text === 'null') return null
  const string = /^"([^"\\]*)"$/.exec(text)
  if (string) return string[1]!
  const temporal = /^(?:@"([^"]*)"|(date|time|date and time|duration)\(\s*"([^"]*)"\s*\))$/.exec(text)
  if (temporal) return readTemporal(temporal[2], temporal[1] ?? temporal[3]!)
  return readDecimal(text)
}

function readTemporal(kind: string | undefined, text: string): FeelValue | undefined {
  if (kind === 'date') return readDate(text)
  if (kind === 'time') return readTime(text)
  if (kind === 'date and time') return readDateTime(text)
  if (kind === 'duration') return readDuration(text)
  return readDate(text) ?? (text.includes('T') ? readDateTime(text) : undefined) ?? readTime(text) ?? readDuration(text)
}

/** The cost of looking up a named zone, in steps. */
const zoneSteps = 60

/** Conversion functions (10.3.4.1). */
export const conversionFunctions: readonly Signature[] = [
  define('date', { from: 'string' }, ({ from }, run) => readDate(from) ?? run.warn(`"${from}" is not a date`)),
  define('date', { from: 'any' }, ({ from }, run) => {
    if (from instanceof FeelDateTime) return from.date
    return from instanceof FeelDate ? from : run.warn('date() needs a string, a date or a date and time')
  }),
  define('date', { year: 'number', month: 'number', day: 'number' }, ({ year, month, day }, run) => {
    return dateOf(year.toNumber(), month.toNumber(), day.toNumber()) ?? run.warn('the date does not exist')
  }),
  define('date and time', { from: 'string' }, ({ from }, run) => {
    run.charge(zoneSteps)
    return readDateTime(from) ?? run.warn(`"${from}" is not a date and time`)
  }),
  define('date and time', { from: 'any' }, ({ from }, run) => {
    if (from instanceof FeelDateTime) return from
    return from instanceof FeelDate ? midnight(from) : run.warn('date and time() needs a string or a date')
  }),
  define('date and time', { date: 'any', time: 'time' }, ({ date, time }, run) => {
    if (date instanceof FeelDate) return new FeelDateTime(date, time)
    return date instanceof FeelDateTime ? new FeelDateTime(date.date, time) : run.warn('date and time() needs a date')
  }),
  define('date and time', { date: 'date and time', timezone: 'string' }, ({ date, timezone }, run) => {
    run.charge(zoneSteps)
    const zone = namedZone(timezone)
    if (zone === undefined) return run.warn(`"${timezone}" is not a time zone`)
    return new FeelDateTime(date.date, new FeelTime(date.time.seconds, date.time.nanos, zone))
  }),
  define('time', { from: 'string' }, ({ from }, run) => {
    run.charge(zoneSteps)
    return readTime(from) ?? run.warn(`"${from}" is not a time`)
  }),
  define('time', { from: 'any' }, ({ from }, run) => {
    if (from instanceof FeelTime) return from
    if (from instanceof FeelDateTime) return from.time
    return from instanceof FeelDate ? new FeelTime(0, 0, utc) : run.warn('time() needs a string or a date and time')
  }),
  define(
    'time',
    { hour: 'number', minute: 'number', second: 'number', offset: 'days and time duration?' },
    ({ hour, minute, second, offset }, run) => {
      const [h, m] = [integerOf(hour), integerOf(minute)]
      const whole = second.floor()
      const zone = offset && fixedZone(Number(offset.nanos / nanosOfSecond))
      const isTime = h !== undefined && m !== undefined && h >= 0 && h < 24 && m >= 0 && m < 60
      if (!isTime || whole.lt(0) || whole.gt(59) || (offset && !zone)) return run.warn('the time does not exist')
      const nanos = second.minus(whole).times(1e9).trunc().toNumber()
      return new FeelTime(h * 3600 + m * 60 + whole.toNumber(), nanos, zone)
    },
  ),
  define('number', { from: 'string' }, ({ from }, run) => readDecimal(from) ?? run.warn(`"${from}" is not a number`)),
  define('number', { from: 'number' }, ({ from }) => from),
  define(
    'number',
    { from: 'string', 'grouping separator': 'string?', 'decimal separator': 'string?' },
    ({ from, 'grouping separator': grouping, 'decimal separator': point }, run) => {
      const valid =
        (grouping === undefined || [' ', ',', '.'].includes(grouping)) &&
        (point === undefined || [',', '.'].includes(point)) &&
        (point === undefined || point !== grouping)
      const plain = grouping === undefined ? from : from.replaceAll(grouping, '')
      const number = valid ? readDecimal(point === undefined ? plain : plain.replace(point, '.')) : undefined
      return number ?? run.warn(`"${from}" is not a number with these separators`)
    },
  ),
  define('string', { from: 'any' }, ({ from }, run) => (from === null ? null : showValue(from, run))),
  define(
    'duration',
    { from: 'string' },
    ({ from }, run) => readDuration(from) ?? run.warn(`"${from}" is not a duration`),
  ),
  define('years and months duration', { from: 'any', to: 'any' }, ({ from, to }, run) => {
    const [start, end] = [from, to].map((value) => (value instanceof FeelDate ? midnight(value) : value))
    if (!(start instanceof FeelDateTime && end instanceof FeelDateTime)) {
      return run.warn('years and months duration() needs two dates')
    }
    return yearsMonths(monthsBetween(start, end)) ?? null
  }),
  define('range', { from: 'string' }, ({ from }, run) => {
    const range = readRange(from)
    return range instanceof FeelRange ? range : run.warn(`"${from}" is not a range`)
  }),
]

/**
 * Returns the number of whole months from one date to another, regardless of their times; negative when the end is
 * earlier.
 */
function monthsBetween(start: FeelDateTime, end: FeelDateTime): number {
  const [from, to] = [start.date.civil, end.date.civil]
  const months = (to.year - from.year) * 12 + to.month - from.month
  const rest = to.day - from.day
  if (months > 0 && rest < 0) return months - 1
  return months < 0 && rest > 0 ? months + 1 : months
}
