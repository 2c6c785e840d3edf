import { languages } from '../api/first-operations.ts'

/**
 * Values that are put into a text: `{{name}}` is replaced by the value `name`; `count` also selects the plural form.
 */
export type Values = Readonly<Record<string, string | number>>

/** Texts of one language by area and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

export { languages }
export type Language = (typeof languages)[number]
/** The language in which texts are written first, also by the server. */
export const sourceLanguage: Language = languages[0]

/** Returns the name of a language in the language itself: "English", "Русский". */
export function nameOfLanguage(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/**
 * Returns whether a number is written alike in all languages of the console. The first `Intl.NumberFormat` of a page
 * takes tens of milliseconds, on a phone much more, so numbers that do not need one do not create it.
 */
export const isSmallWhole = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000

/**
 * Returns the text of a key for a number. Texts with plural forms have the suffixes of `Intl.PluralRules`, such as
 * `rows_one` and `rows_other`. Undefined when there is no such text.
 */
export function pluralText(
  texts: Texts[string],
  key: string,
  plurals: Intl.PluralRules,
  count: number | undefined,
): string | undefined {
  const form = count === undefined ? undefined : texts[`${key}_${plurals.select(count)}`]
  return form ?? texts[key]
}

/**
 * Returns a function that returns the text for a key `area.key` and the values of its placeholders. A key with plural
 * forms is stored with the suffixes of `Intl.PluralRules`, such as `rows_one` and `rows_other`. An unknown key is
 * returned as it is.
 */
export function translator(language: Language, texts: Texts): (key: string, values?: Values) => string {
  const plurals = new Intl.PluralRules(language)
  let numbers: Intl.NumberFormat | undefined
  const shown = (value: string | number): string => {
    if (typeof value === 'string') return value
    if (isSmallWhole(value)) return String(value)
    numbers ??= new Intl.NumberFormat(language)
    return numbers.format(value)
  }
  return (key, values = {}) => {
    const dot = key.indexOf('.')
    const area = texts[key.slice(0, dot)] ?? {}
    const name = key.slice(dot + 1)
    const count = typeof values.count === 'number' ? values.count : undefined
    const text = pluralText(area, name, plurals, count) ?? area[`${name}_other`] ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (match, value: string) => {
      const given = values[value]
      return given === undefined ? match : shown(given)
    })
  }
}
