import { isVisibleTo, readSubjects } from '../../access/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { notAllowed } from '../../foundation/http/errors.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { type Caller, missingSubjects } from '../../people/index.ts'
import { marketingOff, marketingWrongGroup } from './errors.ts'
import { type MarketingSettings, putSettings, readSettings } from './settings.store.ts'

/** The settings of marketing: whether it is switched on, and which groups may use it. */
export interface Settings {
  get(): Promise<MarketingSettings>
  /** Replaces the settings. Throws `marketing.wrong_group`. */
  put(caller: Caller, settings: MarketingSettings): Promise<void>
  /**
   * Throws `auth.not_allowed` unless the caller is an administrator or in one of the groups, and then `marketing.off`
   * when marketing is switched off.
   */
  check(caller: Caller): Promise<void>
}

export function createSettings(database: Database, clock: Clock): Settings {
  return {
    get: () => readSettings(database.reader),
    async put(caller, { enabled, groups: given }) {
      const groups = [...new Set(given.map((path) => path.toLowerCase()))]
      const [missing] = await missingSubjects(database.reader, { paths: groups, ids: [] })
      if (missing !== undefined) {
        const field = `groups[${given.findIndex((path) => path.toLowerCase() === missing)}]`
        throw marketingWrongGroup(`there is no group "${missing.slice(0, 200)}"`, { field })
      }
      await database.transaction(async (tx) => {
        const before = { ...(await readSettings(tx)) }
        await recordAudit(tx, caller, { object: 'marketing:settings', before, after: { enabled, groups } })
        await putSettings(tx, { enabled, groups }, { by: caller.userId, at: new Date(clock.nowMs()) })
      })
    },
    async check(caller) {
      const { enabled, groups } = await readSettings(database.single)
      const visibleTo = [readSubjects(groups)]
      if (!caller.administrator && !caller.persons.everywhere.some((person) => isVisibleTo({ visibleTo }, person)))
        throw notAllowed('only administrators and the groups in the settings of marketing may do this')
      if (!enabled) throw marketingOff('the area of marketing is switched off')
    },
  }
}
