import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'

/**
 * Languages of the texts for people: console, notifications, mails, sentences of plans, documents. Each has a folder of
 * JSON files in `texts`; docs/recipes/add-a-language.md describes how to add one.
 */
export const languages = ['en', 'ru'] as const
export type Language = (typeof languages)[number]

/** The language of the API's messages, in which texts are written first; used where no other language is chosen. */
export const sourceLanguage: Language = 'en'

const folder = new URL('../../../texts/', import.meta.url)

/** Returns the texts of `texts/<language>/<area>.json`. */
export function readTexts<Texts>(language: Language, area: string): Texts {
  return JSON.parse(readFileSync(new URL(`${language}/${area}.json`, folder), 'utf8'))
}

/** Returns what `make` returns for each language. */
export function inEachLanguage<T>(make: (language: Language) => T): Readonly<Record<Language, T>> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>
}

/**
 * Returns the text of a key for a number. A text with plural forms is stored with the suffixes of `Intl.PluralRules`,
 * such as `days_one` and `days_other`. Undefined when there is no such text.
 */
export function pluralText(
  texts: Readonly<Record<string, string>>,
  key: string,
  plurals: Intl.PluralRules,
  count: number | undefined,
): string | undefined {
  const form = count === undefined ? undefined : texts[`${key}_${plurals.select(count)}`]
  return form ?? texts[key]
}

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
