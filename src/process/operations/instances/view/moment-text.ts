const weekMs = 7 * 86_400_000

/**
 * Returns the text of a moment: `Friday 18:00` within six days of now, or else `27 November 2026 18:00`, in local time
 * of the time zone. An unknown time zone counts as UTC.
 */
export function momentText(moment: Date, now: Date, timeZone = 'UTC'): string {
  const isNear = Math.abs(moment.getTime() - now.getTime()) < weekMs - 86_400_000
  const day: Intl.DateTimeFormatOptions = isNear
    ? { weekday: 'long' }
    : { day: 'numeric', month: 'long', year: 'numeric' }
  const partsIn = (zone: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(moment)
  const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  const textIn = (zone: string): string => `${partsIn(zone, day)} ${partsIn(zone, clock)}`
  try {
    return textIn(timeZone)
  } catch {
    return textIn('UTC')
  }
}
