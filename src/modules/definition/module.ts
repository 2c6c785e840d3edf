import type { DefinitionRow, Deployed, StoredKind } from '../../solutions/index.ts'
import type { ModuleDefinition, SettingDefinition } from './module-definition.ts'
import type { SettingValue } from './module-schema.ts'
import { moduleRows } from './modules.store.ts'

/** What administrators set on this installation. */
interface ModuleState {
  /** Null when no administrator has switched the module on or off. */
  readonly enabledByHand: boolean | null
  /** The values of the settings that are not secrets, by code. */
  readonly values: Readonly<Record<string, SettingValue>>
  /** The codes of the secret settings that have a value. */
  readonly secretsSet: readonly string[]
}

/** A deployed module. Its namespace is its code. */
export interface Module extends Deployed, ModuleState {
  readonly definition: ModuleDefinition
}

interface ModuleRow extends DefinitionRow, ModuleState {
  readonly definition: ModuleDefinition
}

/** The deployed modules of all solutions, ordered by code. */
export const storedModules: StoredKind<Module, ModuleRow> = {
  word: 'module',
  rows: moduleRows,
  texts: [
    ...['name', 'summary', 'description', 'help'],
    ...['settings[].name', 'settings[].description', 'activities[].name', 'activities[].description'],
  ],
  compile: (row) => Object.freeze({ ...row, name: row.definition.name }),
}

/** Returns the value of a setting that is not a secret, or else its default; undefined when there is neither. */
export function settingValue(
  { values }: Module,
  { code, default: usual }: SettingDefinition,
): SettingValue | undefined {
  return values[code] ?? usual ?? undefined
}

/** Returns the codes of the required settings that have no value. */
export function missingSettings(module: Module): string[] {
  return module.definition.settings
    .filter((setting) => setting.required && !hasValue(module, setting))
    .map(({ code }) => code)
}

function hasValue(module: Module, setting: SettingDefinition): boolean {
  return setting.type === 'secret'
    ? module.secretsSet.includes(setting.code)
    : settingValue(module, setting) !== undefined
}

/** Returns why a module is off; undefined when it is on. */
export function whyOff(module: Module): string | undefined {
  const { code, enabledByHand, definition } = module
  if (!(enabledByHand ?? definition.enabled)) return `the module "${code}" is switched off`
  const missing = missingSettings(module)
  if (missing.length === 0) return undefined
  const names = missing.map((one) => `"${one}"`).join(', ')
  return `the module "${code}" is off, because ${names} of its settings ${missing.length === 1 ? 'has' : 'have'} no value`
}
