/// <reference lib="esnext.temporal" />

/** Returns whether a time zone such as `Europe/Berlin` exists. An offset such as `+02:00` is not a time zone. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
