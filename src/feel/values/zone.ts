/// <reference lib="esnext.temporal" />

/** A time zone: a fixed offset such as `+02:00`, or a named zone such as `Europe/Berlin`. */
export interface Zone {
  /** The name of a named zone; undefined for an offset. */
  readonly name: string | undefined
  /** Returns the offset from UTC in seconds at a local time, given in seconds since 1970. */
  readonly offsetAt: (localSeconds: number) => number
}

export const utc: Zone = { name: undefined, offsetAt: () => 0 }

/** Returns the zone of an offset in seconds; undefined when the offset is more than 18 hours or has a fraction. */
export function fixedZone(seconds: number): Zone | undefined {
  if (!Number.isInteger(seconds) || Math.abs(seconds) > 18 * 3600) return undefined
  return seconds === 0 ? utc : { name: undefined, offsetAt: () => seconds }
}

/** Returns the named zone; undefined when it does not exist. */
export function namedZone(name: string): Zone | undefined {
  if (/^[+-]/.test(name)) return undefined
  try {
    const probe = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return { name, offsetAt: (localSeconds) => namedOffset(probe.timeZoneId, localSeconds) }
  } catch {
    return undefined
  }
}

/**
 * Zone rules are known for the years that Temporal supports. Dates outside these years have the offset of the nearest
 * supported date.
 */
const maxSeconds = 8.64e12 - 200_000

function namedOffset(zoneId: string, localSeconds: number): number {
  const within = Math.max(-maxSeconds, Math.min(maxSeconds, localSeconds))
  const local = Temporal.Instant.fromEpochMilliseconds(within * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  return local.toZonedDateTime(zoneId).offsetNanoseconds / 1e9
}

/** Returns the offset of a zone at an instant, given in seconds since 1970, in seconds. */
export function offsetAtInstant({ name, offsetAt }: Zone, epochSeconds: number): number {
  if (name === undefined) return offsetAt(epochSeconds)
  const within = Math.max(-maxSeconds, Math.min(maxSeconds, epochSeconds))
  return (
    Temporal.Instant.fromEpochMilliseconds(Math.floor(within) * 1000).toZonedDateTimeISO(name).offsetNanoseconds / 1e9
  )
}

/** Reads `Z`, `+hh:mm`, `-hh:mm:ss` or `@Area/City`; undefined when the text is not a zone. */
export function readZone(text: string): Zone | undefined {
  if (text === 'Z' || text === 'z') return utc
  if (text.startsWith('@')) return namedZone(text.slice(1))
  const found = /^([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (!found || Number(found[3]) > 59 || Number(found[4] ?? 0) > 59) return undefined
  const seconds = Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4] ?? 0)
  return fixedZone(found[1] === '-' ? -seconds : seconds)
}

export function showZone(zone: Zone): string {
  if (zone.name !== undefined) return `@${zone.name}`
  const seconds = zone.offsetAt(0)
  if (seconds === 0) return 'Z'
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(seconds)
  const rest = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `${seconds < 0 ? '-' : '+'}${two(size / 3600)}:${two((size % 3600) / 60)}${rest}`
}
