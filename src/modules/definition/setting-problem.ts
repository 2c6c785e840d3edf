import type { SettingDefinition } from './module-definition.ts'

const maxChars = 4096

/**
 * Returns why a value does not fit the type of a setting; undefined when it fits. The message never contains the value,
 * because it may be a secret.
 */
export function settingProblem(
  { code, type }: Pick<SettingDefinition, 'code' | 'type'>,
  value: unknown,
): string | undefined {
  if (type === 'number') return Number.isFinite(value) ? undefined : `the setting "${code}" must be a number`
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : `the setting "${code}" must be true or false`
  if (typeof value !== 'string' || value === '') return `the setting "${code}" must be a text that is not empty`
  if (value.length > maxChars) return `the setting "${code}" must have at most ${maxChars} characters`
  if (type === 'url' && !isWebAddress(value))
    return `the setting "${code}" must be an address that begins with https:// or http://`
  if (type === 'url' && hasCredentials(value))
    return `the address in the setting "${code}" must not contain a user name or a password, because everybody who sees the settings sees them; use a setting of the type "secret"`
  return undefined
}

/**
 * Returns the value of a setting as people may see it: an address without its user name and password, which earlier
 * versions accepted.
 */
export function shownSetting<T>({ type }: Pick<SettingDefinition, 'type'>, value: T): T | string {
  if (type !== 'url' || typeof value !== 'string' || !isWebAddress(value) || !hasCredentials(value)) return value
  return Object.assign(new URL(value), { username: '', password: '' }).href
}

function hasCredentials(text: string): boolean {
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
