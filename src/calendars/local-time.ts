/// <reference lib="esnext.temporal" />

/** Milliseconds of a day without a clock change. */
export const dayMs = 86_400_000

/** Returns the local time at an instant, in milliseconds from 1970-01-01 00:00 local time. */
export function localMsAt(instantMs: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone)
  return instantMs + zoned.offsetNanoseconds / 1e6
}

/**
 * Returns the instant of a local time. A time that clocks skip is moved by the length of the gap. A repeated time means
 * its first occurrence.
 */
export function instantAt(localMs: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime()
  return local.toZonedDateTime(timeZone).epochMilliseconds
}

/** A part of a local day in which the offset of the zone stays the same. */
export interface DaySegment {
  readonly startMs: number
  readonly endMs: number
  /** Offset that is added to an instant to get the local time, in milliseconds. */
  readonly offsetMs: number
}

/**
 * Returns the segments of a local day. A day on which clocks are changed has two segments, other days have one. Day 0
 * is 1970-01-01.
 */
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
