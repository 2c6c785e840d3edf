import { readIsoDuration } from '../../foundation/kit/time/iso-duration.ts'
import { dayNumber, isDate, maxYear } from './calendar.ts'
import { DaysTimeDuration, FeelDate, FeelDateTime, FeelTime, nanosOfSecond, YearsMonthsDuration } from './temporal.ts'
import { readZone, showZone } from './zone.ts'

/** Reads `2026-05-01`; undefined when the text is not a date. */
export function readDate(text: string): FeelDate | undefined {
  const found = /^(-?)(\d{4}|[1-9]\d{4,8})-(\d{2})-(\d{2})$/.exec(text)
  if (!found) return undefined
  const year = Number(found[2]) * (found[1] === '-' ? -1 : 1)
  return dateOf(year, Number(found[3]), Number(found[4]))
}

/** Returns the date of a year, month and day; undefined when it does not exist. */
export function dateOf(year: number, month: number, day: number): FeelDate | undefined {
  return isDate(year, month, day) ? new FeelDate(dayNumber(year, month, day)) : undefined
}

/** Reads `10:30:00`, with an optional fraction and zone; undefined when the text is not a time. */
export function readTime(text: string): FeelTime | undefined {
  const found = /^(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(.*)$/s.exec(text)
  if (!found) return undefined
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const zone = found[5] === '' ? undefined : readZone(found[5]!)
  if (found[5] !== '' && zone === undefined) return undefined
  return new FeelTime(hour * 3600 + minute * 60 + second, Number((found[4] ?? '').padEnd(9, '0')), zone)
}

/** Reads `2026-05-01T10:30:00Z`; a date alone means midnight. Undefined when the text is neither. */
export function readDateTime(text: string): FeelDateTime | undefined {
  const split = text.indexOf('T')
  if (split >= 0 && /^24:00:00(?!\.0*[1-9])/.test(text.slice(split + 1))) return readEndOfDay(text, split)
  const date = readDate(split < 0 ? text : text.slice(0, split))
  const time = split < 0 ? new FeelTime(0, 0) : readTime(text.slice(split + 1))
  return date && time && new FeelDateTime(date, time)
}

/** Reads a date and time whose time is 24:00:00, which is midnight of the next day. */
function readEndOfDay(text: string, split: number): FeelDateTime | undefined {
  const start = readDateTime(`${text.slice(0, split)}T00${text.slice(split + 3)}`)
  return start && new FeelDateTime(new FeelDate(start.date.days + 1), start.time)
}

/** Reads an ISO 8601 duration such as `P1Y2M` or `P3DT4H`; undefined when the text is not a duration of FEEL. */
export function readDuration(text: string): DaysTimeDuration | YearsMonthsDuration | undefined {
  const parts = text.length > 60 || /^\+|W/.test(text) ? undefined : readIsoDuration(text)
  if (parts === undefined) return undefined
  const { isNegative, years, months, days, hours, minutes, seconds, nanos: fraction } = parts
  if (/^-?P[^T]*[YM]/.test(text)) {
    if (/[DT]/.test(text)) return undefined
    const total = Number(years * 12n + months)
    return yearsMonths(isNegative ? -total : total)
  }
  const whole = ((days * 24n + hours) * 60n + minutes) * 60n + seconds
  const nanos = whole * nanosOfSecond + BigInt(fraction)
  return new DaysTimeDuration(isNegative ? -nanos : nanos)
}

/** Returns the duration of a number of months; undefined when it is out of range. */
export function yearsMonths(months: number): YearsMonthsDuration | undefined {
  if (!Number.isInteger(months) || Math.abs(months) > maxYear * 12) return undefined
  return new YearsMonthsDuration(months === 0 ? 0 : months)
}

const two = (number: number): string => String(number).padStart(2, '0')

export function showDate(date: FeelDate): string {
  const { year, month, day } = date.civil
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(day)}`
}

export function showTime({ seconds, nanos, zone }: FeelTime): string {
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `${clock}${fraction}${zone ? showZone(zone) : ''}`
}

export function showDuration(value: DaysTimeDuration | YearsMonthsDuration): string {
  return value instanceof YearsMonthsDuration ? showMonths(value.months) : showNanos(value.nanos)
}

function showMonths(months: number): string {
  const [years, rest] = [Math.floor(Math.abs(months) / 12), Math.abs(months) % 12]
  if (months === 0) return 'P0M'
  return `${months < 0 ? '-' : ''}P${years ? `${years}Y` : ''}${rest ? `${rest}M` : ''}`
}

function showNanos(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos
  const seconds = size / nanosOfSecond
  const fraction = size % nanosOfSecond
  const tail = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`
  const part = (amount: bigint, unit: string): string => (amount === 0n ? '' : `${amount}${unit}`)
  const time =
    part((seconds / 3600n) % 24n, 'H') +
    part((seconds / 60n) % 60n, 'M') +
    (seconds % 60n === 0n && tail === '' ? '' : `${seconds % 60n}${tail}S`)
  const days = part(seconds / 86_400n, 'D')
  if (days === '' && time === '') return 'PT0S'
  return `${nanos < 0n ? '-' : ''}P${days}${time === '' ? '' : `T${time}`}`
}
