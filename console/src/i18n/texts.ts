/**
 * Values that are put into a text: `{{name}}` is replaced by the value `name`; `count` also selects the plural form.
 */
export type Values = Readonly<Record<string, string | number>>

/** Texts of one language by area and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

export type Language = 'en' | 'ru'
export const languages: readonly Language[] = ['en', 'ru']

/**
 * Returns whether a number is written alike in all languages of the console. The first `Intl.NumberFormat` of a page
 * takes tens of milliseconds, on a phone much more, so numbers that do not need one do not create it.
 */
export const isSmallWhole = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000

/**
 * Returns the text for `area.key` in the form of a function of a key and its values. A key with plural forms is stored
 * with the suffixes of `Intl.PluralRules`, such as `rows_one` and `rows_other`. An unknown key is returned as it is.
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
    const form = typeof values.count === 'number' ? area[`${name}_${plurals.select(values.count)}`] : undefined
    const text = form ?? area[name] ?? area[`${name}_other`] ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (match, value: string) => {
      const given = values[value]
      return given === undefined ? match : shown(given)
    })
  }
}
