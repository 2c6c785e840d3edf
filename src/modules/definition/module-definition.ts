import type { SettingType, SettingValue } from './module-schema.ts'

export interface SettingDefinition {
  readonly code: string
  readonly name: string
  readonly type: SettingType
  readonly required: boolean
  readonly default: SettingValue | null
  readonly description: string
}

/**
 * A delegated activity that a module brings. `{setting}` in its address and headers stands for the value of a
 * setting.
 */
interface ActivityDefinition {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The secret setting that signs the request. */
  readonly signature: string | null
}

/** A module: its file with all defaults filled in. */
export interface ModuleDefinition {
  readonly name: string
  readonly kind: 'integration' | 'telephony'
  /** Whether the module is switched on as long as no administrator has switched it on or off. */
  readonly enabled: boolean
  readonly texts: Readonly<Record<ModuleText, string>>
  readonly settings: readonly SettingDefinition[]
  readonly activities: readonly ActivityDefinition[]
}

/** Texts that describe a module, in the order of its file. */
export const moduleTexts = ['summary', 'description', 'help', 'author', 'website', 'language'] as const
type ModuleText = (typeof moduleTexts)[number]
