/**
 * Values that are put into a text: `{{name}}` is replaced by the value `name`; `count` also selects the plural form.
 */
export type Values = Readonly<Record<string, string | number>>

/** Texts of one language by area and key. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

export type Language = 'en' | 'ru'
export const languages: readonly Language[] = ['en', 'ru']

/**
 * Returns the text for `area.key` in the form of a function of a key and its values. A key with plural forms is stored
 * with the suffixes of `Intl.PluralRules`, such as `rows_one` and `rows_other`. An unknown key is returned as it is.
 */
export function translator(language: Language, texts: Texts): (key: string, values?: Values) => string {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const shown = (value: string | number): string => (typeof value === 'number' ? numbers.format(value) : value)
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
