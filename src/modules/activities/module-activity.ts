import type { Reader } from '../../foundation/db/database.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { openSecret } from '../../foundation/kit/secret-box.ts'
import { type Module, settingValue, whyOff } from '../definition/module.ts'
import { fillPlaceholders } from '../definition/placeholders.ts'
import { moduleActivityNotFound, moduleOff, moduleSettingMissing } from '../errors.ts'
import { placeOf } from '../settings/change-module.ts'
import { stateOf } from '../settings/module-state.store.ts'

/** The request of a delegated activity with all settings filled in. */
export interface ModuleActivity {
  readonly url: string
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The key that signs the request; undefined when the activity names none. */
  readonly signatureKey: string | undefined
  /** The secrets that the request contains, by name; they must never be stored or shown. */
  readonly secrets: Readonly<Record<string, string>>
}

interface Deps {
  readonly reader: Reader
  readonly find: (code: string) => Module
  readonly key: () => Promise<Buffer>
}

/**
 * Returns the request of an activity by its path `module.activity`. Throws `module.not_found`,
 * `module.activity_not_found`, `module.off`, and `module.setting_missing`.
 */
export async function moduleActivity({ reader, find, key }: Deps, path: string): Promise<ModuleActivity> {
  const [moduleCode = '', code = ''] = path.split(/\.(.*)/s)
  const module = find(moduleCode)
  const { activities, settings } = module.definition
  const activity = activities.find((one) => one.code === code)
  if (activity === undefined) {
    const hint = didYouMean(
      code,
      activities.map((one) => one.code),
    )
    throw moduleActivityNotFound(`the module "${moduleCode}" has no activity "${code}"${hint}`)
  }
  const reason = whyOff(module)
  if (reason !== undefined) throw moduleOff(reason)
  const sealed = (await stateOf(reader, moduleCode)).secrets
  const secretKey = await key()
  const secrets: Record<string, string> = {}
  const textOf = (name: string): string => {
    const setting = settings.find((one) => one.code === name)
    const value = setting && settingValue(module, setting)
    if (setting?.type === 'secret' && sealed[name] !== undefined) {
      secrets[placeOf(moduleCode, name)] ??= openSecret(secretKey, sealed[name], placeOf(moduleCode, name))
      return secrets[placeOf(moduleCode, name)]!
    }
    if (value === undefined)
      throw moduleSettingMissing(`the setting "${name}" of the module "${moduleCode}" has no value`)
    return String(value)
  }
  return {
    url: fillPlaceholders(activity.url, textOf),
    headers: Object.fromEntries(
      Object.entries(activity.headers).map(([name, text]) => [name.toLowerCase(), fillPlaceholders(text, textOf)]),
    ),
    signatureKey: activity.signature === null ? undefined : textOf(activity.signature),
    secrets,
  }
}
