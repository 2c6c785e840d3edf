/// <reference lib="esnext.temporal" />

/** Milliseconds of a day without a clock change. */
export const dayMs = 86_400_000

/** Whether a time zone such as `Europe/Berlin` exists. Offsets such as `+02:00` are none. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** Returns the local time at an instant, in milliseconds since 1970 as clocks in the zone show it. */
export function localMsAt(instantMs: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone)
  return instantMs + zoned.offsetNanoseconds / 1e6
}

/**
 * Returns the instant of a local time. A time that clocks skip when they are set forward is moved by the length of the
 * gap; of a time that comes twice when they are set back, the first is taken.
 */
export function instantAt(localMs: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime()
  return local.toZonedDateTime(timeZone).epochMilliseconds
}

/** A part of a local day in which the offset of the zone stays the same. */
export interface DaySegment {
  readonly startMs: number
  readonly endMs: number
  /** What has to be added to an instant to get the local time. */
  readonly offsetMs: number
}

/** Returns the segments of a local day: one, or two on a day on which clocks are changed. Day 0 is 1970-01-01. */
export function segmentsOf(day: number, timeZone: string): readonly DaySegment[] {
  const date = Temporal.Instant.fromEpochMilliseconds(day * dayMs)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  const segments: DaySegment[] = []
  for (let at = date.toZonedDateTime(timeZone); at.epochMilliseconds < end; ) {
    const next = at.getTimeZoneTransition('next')
    const endMs = Math.min(next?.epochMilliseconds ?? end, end)
    segments.push({ startMs: at.epochMilliseconds, endMs, offsetMs: at.offsetNanoseconds / 1e6 })
    if (next === null || endMs === end) break
    at = next
  }
  return segments
}
