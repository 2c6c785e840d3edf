/// <reference lib="esnext.temporal" />
import type { NotificationSettings } from '../settings.ts'

/**
 * Returns the time at which the mail with a notification is due; undefined when the user gets no mails. A daily time
 * that a change to daylight saving time skips is moved by the length of the gap.
 */
export function mailDueAt(
  { mail, dailyAt, timeZone }: Pick<NotificationSettings, 'mail' | 'dailyAt' | 'timeZone'>,
  now: Date,
): Date | undefined {
  if (mail === 'never') return undefined
  if (mail === 'atOnce') return now
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  if (mail === 'hourly') return toDate(local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 }))
  const today = local.withPlainTime(dailyAt)
  return toDate(
    Temporal.ZonedDateTime.compare(today, local) > 0 ? today : local.add({ days: 1 }).withPlainTime(dailyAt),
  )
}

const toDate = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date => new Date(epochMilliseconds)
