import { AsyncLocalStorage } from 'node:async_hooks'

const preferred = new AsyncLocalStorage<readonly string[]>()

/** Runs `work`, whose answer should be in the first of these languages that is known, such as `['ru', 'en']`. */
export function answerIn<T>(languages: readonly string[], work: () => T): T {
  return languages.length === 0 ? work() : preferred.run(languages, work)
}

/**
 * Returns the languages that the answer to the running request should be in, best first; none outside of such requests.
 */
export const answerLanguages = (): readonly string[] => preferred.getStore() ?? none

const none: readonly string[] = []

/**
 * Returns the known language that fits the preferences best. `ru-RU` also fits `ru`, and `en` fits `en-GB`. Returns
 * undefined when no preference fits.
 */
export function bestLanguage(preferences: readonly string[], known: ReadonlySet<string>): string | undefined {
  for (const preference of preferences) {
    if (known.has(preference)) return preference
    const near = [...known].find((language) => primary(language) === primary(preference))
    if (near !== undefined) return near
  }
  return undefined
}

const primary = (language: string): string => language.split('-', 1)[0]!
