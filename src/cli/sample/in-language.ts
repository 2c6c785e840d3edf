import { type Language, languages, sourceLanguage } from '../../foundation/kit/languages.ts'

/**
 * Returns data in which each map of languages to texts, `{ en: Letter, ru: Письмо }`, is the text in one language, or in
 * English where the map does not have the language.
 */
export function inLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language))
  if (typeof value !== 'object' || value === null) return value
  if (isTexts(value)) return value[language] ?? value[sourceLanguage]
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLanguage(one, language)]))
}

const isTexts = (value: object): value is Partial<Record<Language, string>> =>
  Object.hasOwn(value, sourceLanguage) && Object.keys(value).every((key) => languages.some((each) => each === key))
