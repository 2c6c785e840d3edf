import type { Database } from '../foundation/db/database.ts'
import { rememberKey } from '../foundation/db/signing-key.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import type { Caller } from '../people/index.ts'
import type { Catalog } from '../solutions/index.ts'
import { type ModuleActivity, moduleActivity } from './activities/module-activity.ts'
import { type Module, storedModules } from './definition/module.ts'
import { moduleNotFound } from './errors.ts'
import { type ModuleSchemaView, type ModuleView, moduleId, moduleSchemaView, moduleView } from './module-view.ts'
import { changeModule, type ModuleChange } from './settings/change-module.ts'
import { createTelephony, type Telephony } from './telephony/telephony.ts'

/** The modules of the deployed solutions. */
export interface Modules {
  /** Returns the codes of all modules. */
  codes(): readonly string[]
  /** Returns the modules with their settings, ordered by code, for administrators. */
  list(): readonly ModuleView[]
  /** Returns a module by its code. Throws `module.not_found`. */
  get(code: string): ModuleView
  /**
   * Switches a module on or off, changes its settings and returns the module. Throws `module.not_found`,
   * `module.wrong_setting` and `module.setting_missing`.
   */
  change(caller: Caller, code: string, change: ModuleChange): Promise<ModuleView>
  /** Descriptions of modules for any user. */
  readonly scheme: {
    list(): readonly ModuleSchemaView[]
    /** Returns a module by its id or code. Throws `module.not_found`. */
    get(idOrCode: string): ModuleSchemaView
  }
  /**
   * Returns the request of an activity by its path `module.activity`, with secrets. Throws `module.not_found`,
   * `module.activity_not_found`, `module.off` and `module.setting_missing`.
   */
  activity(path: string): Promise<ModuleActivity>
  readonly telephony: Telephony
}

export interface ModulesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly catalog: Catalog
}

export function createModules({ database, clock, catalog }: ModulesDeps): Modules {
  const all = (): readonly Module[] => catalog.snapshot().of(storedModules)
  const key = rememberKey(database, 'module secrets')

  function find(code: string): Module {
    const found = all().find((one) => one.code === code)
    if (found !== undefined) return found
    const shown = code.slice(0, 200)
    throw moduleNotFound(
      `module "${shown}" not found${didYouMean(
        shown,
        all().map((one) => one.code),
      )}`,
    )
  }

  return {
    codes: () => all().map(({ code }) => code),
    list: () => all().map(moduleView),
    get: (code) => moduleView(find(code)),
    async change(caller, code, change) {
      await changeModule({ database, clock, catalog, find, key }, caller, code, change)
      return moduleView(find(code))
    },
    scheme: {
      list: () => all().map(moduleSchemaView),
      get: (idOrCode) =>
        moduleSchemaView(all().find(({ code }) => moduleId(code) === idOrCode.toLowerCase()) ?? find(idOrCode)),
    },
    activity: (path) => moduleActivity({ reader: database.single, find, key }, path),
    telephony: createTelephony({ database, find }),
  }
}
