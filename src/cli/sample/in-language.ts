/** A language of the sample's data. */
export type SampleLanguage = 'en' | 'ru'

/** Returns data in which each map of languages to texts, `{ en: Letter, ru: Письмо }`, is the text in one language. */
export function inLanguage(value: unknown, language: SampleLanguage): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language))
  if (typeof value !== 'object' || value === null) return value
  if (isTexts(value)) return value[language]
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLanguage(one, language)]))
}

const isTexts = (value: object): value is Record<SampleLanguage, string> => Object.keys(value).sort().join() === 'en,ru'
