import type { Language } from '../i18n/texts.ts'

/**
 * Returns the number that a person typed; undefined when the text is not a number. Spaces may separate thousands. The
 * thousands separator of the language is read as such only before three digits: "1,234" is more than a thousand in
 * English. Every other comma or point is a decimal separator.
 */
export function parseNumber(text: string, language: Language): number | undefined {
  const joined = text.replace(/[\s\u00a0\u202f]/g, '')
  const separator = thousandsSeparator(language)
  const isGrouped = grouped[separator]?.test(joined) ?? false
  const plain = (isGrouped ? joined.replaceAll(separator, '') : joined).replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

/** Numbers whose thousands are separated by commas, and by points. */
const grouped: Readonly<Record<string, RegExp>> = {
  ',': /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/,
  '.': /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/,
}

const thousandsSeparator = (language: Language): string =>
  new Intl.NumberFormat(language).formatToParts(10_000).find(({ type }) => type === 'group')?.value ?? ''

/** Returns the hundredths of a typed amount; undefined when the text is not an amount or the amount is too large. */
export function parseCents(text: string, language: Language): number | undefined {
  const amount = parseNumber(text, language)
  const cents = amount === undefined ? undefined : Math.round(amount * 100)
  return Number.isSafeInteger(cents) ? cents : undefined
}
