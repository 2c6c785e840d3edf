import { type CronSchedule, parseCron } from '../foundation/kit/time/cron.ts'
import { type DaySegment, dayMs, localMsAt, segmentsOf } from './local-time.ts'

/** February 29 on a given weekday occurs again after at most 40 years. */
const maxDays = 41 * 366

/**
 * Returns the next instant of a cron expression after an instant, in a time zone. When clocks are set forward, skipped
 * times of fixed hours fire once at the end of the gap. When clocks are set back, repeated times of fixed hours fire at
 * their first occurrence only. If the hour field begins with `*`, skipped times do not fire, and repeated times fire at
 * both occurrences. Throws an Error for a wrong expression.
 */
export function nextCron(expression: string, after: Date, timeZone: string): Date {
  const schedule = parseCron(expression)
  const first = Math.floor(localMsAt(after.getTime(), timeZone) / dayMs)
  for (let day = first; day < first + maxDays; day++) {
    if (!isScheduled(schedule, day)) continue
    const found = nextOfDay(schedule, day, segmentsOf(day, timeZone), after.getTime())
    if (found !== undefined) return new Date(found)
  }
  throw new Error(`the cron expression "${expression}" never matches within 40 years`)
}

function isScheduled({ months, matchesDay }: CronSchedule, day: number): boolean {
  const date = new Date(day * dayMs)
  const month = date.getUTCMonth() + 1
  if (!months.includes(month)) return false
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
  return matchesDay({ day: date.getUTCDate(), lastDay, weekday: date.getUTCDay() })
}

/** Returns the first matching instant of a day after an instant; undefined if there is none. */
function nextOfDay(
  schedule: CronSchedule,
  day: number,
  segments: readonly DaySegment[],
  afterMs: number,
): number | undefined {
  // Second of the local day up to which clocks have shown every time.
  let shown = 0
  for (const { startMs, endMs, offsetMs } of segments) {
    const secondAt = (instantMs: number): number => Math.round((instantMs + offsetMs - day * dayMs) / 1000)
    const [start, end] = [secondAt(startMs), secondAt(endMs)]
    const isSkipped = !schedule.isHourly && start > shown && (nextTime(schedule, shown) ?? end) < start
    if (isSkipped && startMs > afterMs) return startMs
    const earliest = Math.floor((afterMs + offsetMs - day * dayMs) / 1000) + 1
    const time = nextTime(schedule, Math.max(schedule.isHourly ? start : Math.max(start, shown), earliest))
    if (time !== undefined && time < end) return day * dayMs + time * 1000 - offsetMs
    shown = Math.max(shown, end)
  }
  return undefined
}

/**
 * Returns the first matching second of a day that is not before `from`, counted from midnight; undefined if there is
 * none.
 */
function nextTime({ hours, minutes, seconds }: CronSchedule, from: number): number | undefined {
  for (const hour of hours) {
    if (hour * 3600 + 3599 < from) continue
    for (const minute of minutes) {
      const start = hour * 3600 + minute * 60
      if (start + 59 < from) continue
      const second = seconds.find((value) => start + value >= from)
      if (second !== undefined) return start + second
    }
  }
  return undefined
}
