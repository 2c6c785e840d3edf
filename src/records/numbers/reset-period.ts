/// <reference lib="esnext.temporal" />

/** When the counter of a case starts again at 1. */
export interface ResetSettings {
  readonly resetPeriod: 'year' | 'month' | 'week' | 'day'
  /** The number of years, months, weeks or days of one period. */
  readonly resetPeriodCount: number
  /**
   * A time on the first day of any period; without it, periods begin with the calendar's years, months, weeks and
   * days.
   */
  readonly nextResetAt?: string | undefined
}

/** The only period of a counter that is never reset. */
export const endless = '0001-01-01'

/**
 * Returns the first day of the period that a day belongs to, as `2026-01-01`. Days are days in the time zone of the
 * organisation.
 */
export function periodOf(day: string, settings: ResetSettings | undefined, timeZone: string): string {
  if (settings === undefined) return endless
  const date = Temporal.PlainDate.from(day)
  const { resetPeriod, resetPeriodCount: count } = settings
  const unit = `${resetPeriod}s` as const
  const first = anchorOf(settings, timeZone)
  const passed = first.until(date, { largestUnit: resetPeriod })[unit]
  // `until` cuts toward zero, so a day before the anchor needs one period more.
  let start = first.add({ [unit]: Math.floor(passed / count) * count })
  while (Temporal.PlainDate.compare(start, date) > 0)
    start = first.add({ [unit]: passedUntil(first, start, unit) - count })
  return start.toString()
}

const passedUntil = (from: Temporal.PlainDate, to: Temporal.PlainDate, unit: `${ResetSettings['resetPeriod']}s`) =>
  from.until(to, { largestUnit: unit.slice(0, -1) as ResetSettings['resetPeriod'] })[unit]

/** A Monday and the first day of a year, so that periods begin as in the calendar. */
const calendarStart = Temporal.PlainDate.from('2001-01-01')

function anchorOf({ nextResetAt }: ResetSettings, timeZone: string): Temporal.PlainDate {
  if (nextResetAt === undefined) return calendarStart
  return Temporal.Instant.from(nextResetAt).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** Returns the day at an instant in a time zone, as `2026-05-31`. */
export function dayAt(instantMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
