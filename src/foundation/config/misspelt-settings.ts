import { editDistance } from '../kit/nearest.ts'
import { settings } from './settings.ts'

/** Minimum length of a name to compare; shorter names are similar to too many others. */
const minLength = 4

/**
 * Returns the environment variables whose names differ by one letter from the name of a setting, each with that name.
 * Such a variable has no effect, and was probably meant as the setting.
 */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): { readonly name: string; readonly meant: string }[] {
  const known = settings.map(({ name }) => name).filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name))
  return Object.keys(environment)
    .filter((name) => name.length >= minLength && !known.includes(name) && !name.startsWith('SECRET_'))
    .flatMap((name) => {
      const meant = known.find((one) => editDistance(name.toUpperCase(), one, 1) <= 1)
      return meant === undefined ? [] : [{ name, meant }]
    })
}
