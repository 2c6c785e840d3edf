/// <reference lib="esnext.temporal" />

const form =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|z|[+-]\d\d:\d\d(?::\d\d)?|@[\w+-]+(?:\/[\w+-]+)*)?)?$/

/**
 * Returns the instant of a date, or of a date and time, in ISO 8601 or as FEEL writes it, such as
 * `2026-05-01T10:00:00@Europe/Berlin`; undefined for any other text. A date is midnight, and a date and time without a
 * zone is local time, in `timeZone`. A local time that a change of the clocks skips counts as if they had not changed.
 */
export function readInstant(text: string, timeZone: string): Date | undefined {
  const found = form.exec(text)
  if (found === null) return undefined
  const [, date, time = '00:00', fraction = '0', zone = ''] = found
  try {
    const isEndOfDay = /^24:00(:00)?$/.test(time) && /^0+$/.test(fraction)
    const local = `${date}T${isEndOfDay ? '00:00' : withSeconds(time)}${isEndOfDay ? '' : `.${fraction.slice(0, 9)}`}`
    const days = isEndOfDay ? 1 : 0
    if (zone !== '' && !zone.startsWith('@'))
      return new Date(Temporal.Instant.from(`${local}${zone}`).epochMilliseconds + days * dayMs)
    const named = zone === '' ? timeZone : zone.slice(1)
    return new Date(Temporal.PlainDateTime.from(local).add({ days }).toZonedDateTime(named).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const dayMs = 86_400_000

const withSeconds = (time: string): string => (time.length === 5 ? `${time}:00` : time)
