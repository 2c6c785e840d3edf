const dayMs = 86_400_000

/** The days of a substitution as the user enters them: `YYYY-MM-DD`, or an empty text. */
export interface Days {
  readonly from: string
  readonly until: string
}

const localMidnight = (day: string, laterDays = 0): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + laterDays)
}

/**
 * Returns the period of a substitution for the server: from the start of the first day to the end of the last day, in
 * the time zone of the browser. A first day that is today or earlier is left out, which means "now".
 */
export function periodOf({ from, until }: Days, nowMs = Date.now()): { from?: string; until?: string } {
  const begins = from === '' ? undefined : localMidnight(from)
  return {
    ...(begins !== undefined && begins.getTime() > nowMs && { from: begins.toISOString() }),
    ...(until !== '' && { until: localMidnight(until, 1).toISOString() }),
  }
}

interface Period {
  /** Defaults to now. */
  readonly from?: string
  /** Without an end, the period is open. */
  readonly until?: string | null
}

/** Returns whether two periods have a moment in common; a period that has already ended has none. */
export function overlap(one: Period, other: Period, nowMs = Date.now()): boolean {
  const begin = Math.max(...[one.from, other.from].map((from) => (from === undefined ? nowMs : Date.parse(from))))
  return [one.until, other.until].every((until) => until == null || Date.parse(until) > Math.max(begin, nowMs))
}

/** Returns a moment on the last day of a substitution; the day before, if the substitution ends at midnight. */
export function lastDay(until: string): string {
  const end = new Date(until)
  const isMidnight = end.getHours() === 0 && end.getMinutes() === 0
  return isMidnight ? new Date(end.getTime() - dayMs / 2).toISOString() : until
}
