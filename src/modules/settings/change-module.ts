import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { sealSecret } from '../../foundation/kit/secret-box.ts'
import type { Caller } from '../../people/index.ts'
import { type Catalog, lockDefinitions, raiseCatalog } from '../../solutions/index.ts'
import { type Module, missingSettings } from '../definition/module.ts'
import type { ModuleDefinition } from '../definition/module-definition.ts'
import type { SettingValue } from '../definition/module-schema.ts'
import { settingProblem, shownSetting } from '../definition/setting-problem.ts'
import { moduleSettingMissing, moduleWrongSetting } from '../errors.ts'
import { putState, type StoredState, stateOf } from './module-state.store.ts'

export interface ModuleChange {
  /** Whether the module is switched on; absent to leave it as it is. */
  readonly enabled?: boolean | undefined
  /** New values of settings by code; null removes a value. Other settings keep their values. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

export interface ChangeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly catalog: Catalog
  /** Returns the module as the catalog had it at its last refresh. Throws `module.not_found`. */
  readonly find: (code: string) => Module
  /** Returns the key that encrypts secrets. */
  readonly key: () => Promise<Buffer>
}

/** Returns the place of a secret, to which the encryption of the secret is bound. */
export const placeOf = (module: string, setting: string): string => `${module}.${setting}`

/**
 * Switches a module on or off and changes its settings, atomically. Throws `module.not_found`,
 * `module.wrong_setting`, and `module.setting_missing` when the module is switched on without a required setting.
 */
export async function changeModule(
  deps: ChangeDeps,
  caller: Caller,
  code: string,
  change: ModuleChange,
): Promise<void> {
  const { database, clock, catalog, find } = deps
  const key = await deps.key()
  await catalog.refresh()
  const checked = checkedSettings(find(code), change.settings ?? {})
  await database.transaction(async (tx) => {
    await lockDefinitions(tx)
    const before = await stateOf(tx, code)
    const after = changed(before, { code, enabled: change.enabled, settings: checked, key })
    if (change.enabled === true) refuseMissing(find(code), after)
    await recordAudit(tx, caller, { object: `module:${code}`, ...auditOf(find(code), before, after) })
    await putState(tx, code, after, { by: caller.userId, at: new Date(clock.nowMs()) })
    await raiseCatalog(tx)
  })
  await catalog.refresh()
}

interface CheckedSetting {
  readonly code: string
  readonly isSecret: boolean
  /** Null removes the value. */
  readonly value: SettingValue | null
}

function checkedSettings({ definition }: Module, given: Readonly<Record<string, unknown>>): CheckedSetting[] {
  return Object.entries(given).map(([code, value]) => {
    const setting = definition.settings.find((one) => one.code === code)
    if (setting === undefined) {
      const hint = didYouMean(
        code,
        definition.settings.map((one) => one.code),
      )
      throw moduleWrongSetting(`the module has no setting "${code}"${hint}`, { field: `settings.${code}` })
    }
    const problem = value === null ? undefined : settingProblem(setting, value)
    if (problem !== undefined) throw moduleWrongSetting(problem, { field: `settings.${code}` })
    return { code, isSecret: setting.type === 'secret', value: value as SettingValue | null }
  })
}

interface Given {
  readonly code: string
  readonly enabled: boolean | undefined
  readonly settings: readonly CheckedSetting[]
  readonly key: Buffer
}

function changed(before: StoredState, { code: module, enabled, settings, key }: Given): StoredState {
  const values = { ...before.settings }
  const secrets = { ...before.secrets }
  for (const { code, isSecret, value } of settings) {
    if (value === null) delete (isSecret ? secrets : values)[code]
    else if (isSecret) secrets[code] = sealSecret(key, String(value), placeOf(module, code))
    else values[code] = value
  }
  return { enabled: enabled ?? before.enabled, settings: values, secrets }
}

function refuseMissing(module: Module, { settings, secrets }: StoredState): void {
  const [first] = missingSettings({ ...module, values: settings, secretsSet: Object.keys(secrets) })
  if (first !== undefined)
    throw moduleSettingMissing(`the module cannot be switched on: its setting "${first}" has no value`, {
      field: `settings.${first}`,
    })
}

/** Returns the values for the audit log. A secret appears as `set`, or as `set again` when it was replaced. */
function auditOf({ definition }: Module, before: StoredState, after: StoredState) {
  const codes = Object.keys({ ...before.secrets, ...after.secrets })
  const wordOf = (code: string, { secrets }: StoredState): string | null => {
    if (secrets[code] === undefined) return null
    return before.secrets[code] === undefined || secrets[code] === before.secrets[code] ? 'set' : 'set again'
  }
  const view = (state: StoredState) => ({
    enabled: state.enabled,
    ...prefixed(shownValues(definition, state.settings)),
    ...prefixed(Object.fromEntries(codes.map((code) => [code, wordOf(code, state)]))),
  })
  return { before: view(before), after: view(after) }
}

/**
 * Returns the values of settings as people may see them. The value of a setting that is no longer defined is returned
 * unchanged.
 */
const shownValues = ({ settings }: ModuleDefinition, values: StoredState['settings']): StoredState['settings'] =>
  Object.fromEntries(
    Object.entries(values).map(([code, value]) => {
      const setting = settings.find((one) => one.code === code)
      return [code, setting === undefined ? value : shownSetting(setting, value)]
    }),
  )

const prefixed = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [`settings.${code}`, value]))
