import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isTimeZone } from '../../foundation/kit/time/time-zone.ts'
import type { Caller } from '../caller.ts'
import { userNotFound } from '../errors.ts'
import { notificationKinds } from './events.ts'
import { lockSettings, writeSettings } from './settings.store.ts'
import {
  type NotificationSettings,
  type SettingsChange,
  type SettingsDefaults,
  type StoredSettings,
  settingsOf,
} from './settings.ts'

/** Changes the settings of the caller and returns them. Throws `input.wrong` for an unknown time zone. */
export async function changeSettings(
  { database, clock, defaults }: { database: Database; clock: Clock; defaults: SettingsDefaults },
  caller: Caller,
  change: SettingsChange,
): Promise<NotificationSettings> {
  const { timeZone } = change
  if (timeZone !== undefined && timeZone !== null && !isTimeZone(timeZone))
    throw wrongInput(`the time zone "${timeZone.slice(0, 100)}" does not exist; use a name such as Europe/Moscow`, {
      field: 'timeZone',
    })
  return database.transaction(async (tx) => {
    const before = await lockSettings(tx, caller.userId)
    if (before === undefined) throw userNotFound('there is no such user')
    const after = changed(before, change)
    await writeSettings(tx, caller.userId, after, new Date(clock.nowMs()))
    const shown = ({ language, timeZone, mail, dailyAt, kinds }: StoredSettings) => ({
      ...{ language, timeZone, mail, dailyAt, kinds },
    })
    await recordAudit(tx, caller, {
      object: `notification_settings:${caller.userId}`,
      before: shown(before),
      after: shown(after),
    })
    return settingsOf(after, defaults)
  })
}

function changed(before: StoredSettings, change: SettingsChange): StoredSettings {
  const kinds = notificationKinds.flatMap((kind) => {
    const channels = { ...before.kinds[kind], ...change.kinds?.[kind] }
    const off = Object.entries(channels).filter(([, isOn]) => isOn === false)
    return off.length === 0 ? [] : [[kind, Object.fromEntries(off)]]
  })
  return {
    language: change.language ?? before.language,
    timeZone: change.timeZone === undefined ? before.timeZone : change.timeZone,
    mail: change.mail ?? before.mail,
    dailyAt: change.dailyAt ?? before.dailyAt,
    kinds: Object.fromEntries(kinds),
  }
}
