import { formatTime, timeMs } from '../../foundation/kit/time/rfc3339.ts'

/**
 * Returns a moment as ISO text ending in `Z`. `numbers` are the year and, as far as given, the month, day, hour, minute
 * and second, in a zone such as `Europe/Moscow` or `+03:00`. Returns undefined when the numbers or the zone are not
 * valid.
 */
export function zonedTime(numbers: readonly number[], zone: string): string | undefined {
  const localMs = numbers.length > 0 && numbers.length < 7 ? calendarMs(numbers) : undefined
  if (localMs === undefined) return undefined
  const first = zoneMinutes(zone, localMs)
  if (first === undefined) return undefined
  // The zone's offset is taken at the resulting moment, because near a clock change that offset can differ from the
  // offset of the first guess.
  return formatTime(localMs - zoneMinutes(zone, localMs - first * 60_000)! * 60_000)
}

/** Returns the moment of these numbers in UTC, in milliseconds since 1970; undefined when they are not valid. */
function calendarMs(numbers: readonly number[]): number | undefined {
  if (!numbers.every((number) => Number.isInteger(number) && number >= 0)) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers
  const two = (number: number): string => String(number).padStart(2, '0')
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return timeMs(`${date}T${two(hour)}:${two(minute)}:${two(second)}Z`)
}

function zoneMinutes(zone: string, atMs: number): number | undefined {
  const fixed = offsetMinutes(zone)
  if (fixed !== undefined) return fixed
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    return offsetMinutes(format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '')
  } catch {
    return undefined
  }
}

/** Reads an offset such as `+03:00`, `GMT+03:00` or `UTC`. */
function offsetMinutes(zone: string): number | undefined {
  const found = /^(?:GMT|UTC|Z)?(?:([+-])(\d{2}):(\d{2})(?::\d{2})?)?$/i.exec(zone)
  if (!found) return undefined
  return (found[1] === '-' ? -1 : 1) * (Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0))
}
