import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Language } from '../../foundation/kit/languages.ts'
import { isTimeZone } from '../../foundation/kit/time/time-zone.ts'
import type { Caller } from '../caller.ts'
import { userNotFound } from '../errors.ts'
import { lockSettings, settingsByUser, writeSettings } from '../notifications/settings.store.ts'
import { type SettingsDefaults, type StoredSettings, settingsOf } from '../notifications/settings.ts'
import { readLooks, type StoredLooks, writeLooks } from './user-settings.store.ts'

export const themes = ['light', 'dark', 'system'] as const
export const densities = ['compact', 'comfortable'] as const

/** How the console looks for a user. Notifications and mails use the same language and time zone. */
export interface UserSettings {
  readonly language: Language
  /** Time zone of the user, such as `Europe/Moscow`. */
  readonly timeZone: string
  readonly theme: (typeof themes)[number]
  /** Height of the rows of lists. */
  readonly density: (typeof densities)[number]
  /** Page of the console that opens first, such as `/tasks`; null when the console chooses. */
  readonly startPage: string | null
}

export class AllUserSettings {
  readonly #database: Database
  readonly #clock: Clock
  readonly #defaults: SettingsDefaults

  /** `defaults` are the language and time zone of users who have chosen none. */
  constructor(database: Database, clock: Clock, defaults: SettingsDefaults) {
    this.#database = database
    this.#clock = clock
    this.#defaults = defaults
  }

  /** Returns the settings of the caller, with defaults for what the caller has not chosen. */
  async get({ userId }: Caller): Promise<UserSettings> {
    const [stored, looks] = await Promise.all([
      settingsByUser(this.#database.reader, [userId]),
      readLooks(this.#database.reader, userId),
    ])
    const ofUser = stored.get(userId)
    if (ofUser === undefined) throw missing()
    return viewOf(ofUser, looks, this.#defaults)
  }

  /** Replaces the settings of the caller and returns them. Throws `input.wrong` for an unknown time zone. */
  put(caller: Caller, settings: UserSettings): Promise<UserSettings> {
    const { language, timeZone, theme, density, startPage } = settings
    if (!isTimeZone(timeZone))
      throw wrongInput(`the time zone "${timeZone.slice(0, 100)}" does not exist; use a name such as Europe/Moscow`, {
        field: 'timeZone',
      })
    return this.#database.transaction(async (tx) => {
      const before = await lockSettings(tx, caller.userId)
      if (before === undefined) throw missing()
      const looksBefore = await readLooks(tx, caller.userId)
      const now = new Date(this.#clock.nowMs())
      const after = {
        ...before,
        language: chosen(language, before.language, this.#defaults.language),
        timeZone: chosen(timeZone, before.timeZone, this.#defaults.timeZone),
      }
      const looks = { theme, density, startPage }
      await writeSettings(tx, caller.userId, after, now)
      await writeLooks(tx, caller.userId, looks, now)
      const stored = ({ language, timeZone }: StoredSettings, looks: StoredLooks) => ({
        language,
        timeZone,
        ...looks,
      })
      await recordAudit(tx, caller, {
        object: `user_settings:${caller.userId}`,
        before: stored(before, looksBefore),
        after: stored(after, looks),
      })
      return viewOf(after, looks, this.#defaults)
    })
  }
}

const missing = () => userNotFound('there is no such user')

/**
 * Returns the value to store. A user who has never chosen another value keeps null, which stands for the default of the
 * installation.
 */
function chosen(value: string, before: string | null, byDefault: string): string | null {
  return before === null && value === byDefault ? null : value
}

function viewOf(stored: StoredSettings, looks: StoredLooks, defaults: SettingsDefaults): UserSettings {
  const { language, timeZone } = settingsOf(stored, defaults)
  const { theme, density, startPage } = looks
  return {
    language,
    timeZone,
    theme: (theme as UserSettings['theme'] | null) ?? 'system',
    density: (density as UserSettings['density'] | null) ?? 'compact',
    startPage,
  }
}
