import type { Language } from '../../foundation/kit/languages.ts'
import { type NotificationKind, notificationKinds } from './events.ts'

/** When mails with notifications are sent: each at once, in a digest every full hour or once a day, or never. */
export const mailTimes = ['atOnce', 'hourly', 'daily', 'never'] as const
type MailTime = (typeof mailTimes)[number]

interface Channels {
  readonly inApp: boolean
  readonly mail: boolean
}

/** How a user is notified. */
export interface NotificationSettings {
  readonly language: Language
  /** Time zone of the user, such as `Europe/Moscow`. */
  readonly timeZone: string
  readonly mail: MailTime
  /** Time of the daily mail in the time zone of the user, such as `09:00`. */
  readonly dailyAt: string
  readonly kinds: Readonly<Record<NotificationKind, Channels>>
}

/**
 * Changes of the settings. Absent settings stay unchanged; null in `timeZone` selects the time zone of the
 * installation.
 */
export interface SettingsChange extends Partial<Omit<NotificationSettings, 'kinds' | 'timeZone'>> {
  readonly timeZone?: string | null
  readonly kinds?: { readonly [K in NotificationKind]?: Partial<Channels> | undefined }
}

/** The settings that a user has changed, as stored. */
export interface StoredSettings {
  readonly language: string | null
  readonly timeZone: string | null
  readonly mail: string | null
  readonly dailyAt: string | null
  readonly kinds: { readonly [kind: string]: Partial<Channels> | undefined }
}

export interface SettingsDefaults {
  readonly language: Language
  readonly timeZone: string
}

/** Returns the settings of a user, with defaults for what the user has not changed. */
export function settingsOf(stored: StoredSettings, defaults: SettingsDefaults): NotificationSettings {
  const { language, timeZone, mail, dailyAt, kinds } = stored
  return {
    language: (language as Language | null) ?? defaults.language,
    timeZone: timeZone ?? defaults.timeZone,
    mail: (mail as MailTime | null) ?? 'atOnce',
    dailyAt: dailyAt ?? '09:00',
    kinds: Object.fromEntries(
      notificationKinds.map((kind) => [kind, { inApp: true, mail: true, ...kinds[kind] }]),
    ) as Record<NotificationKind, Channels>,
  }
}
