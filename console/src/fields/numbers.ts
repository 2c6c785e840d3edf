import type { Language } from '../i18n/texts.ts'

/**
 * Returns the number that a person typed; undefined when the text is not a number. Spaces may separate thousands. In
 * English, a comma before three digits separates thousands too, so "1,234" is more than a thousand. Every other comma,
 * and every comma in Russian, is a decimal separator, as is a point.
 */
export function parseNumber(text: string, language: Language): number | undefined {
  const joined = text.replace(/[\s\u00a0\u202f]/g, '')
  const isGrouped = language === 'en' && /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(joined)
  const plain = isGrouped ? joined.replaceAll(',', '') : joined.replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

/** Returns the hundredths of an amount that a person typed; undefined when the text is not an amount. */
export function parseCents(text: string, language: Language): number | undefined {
  const amount = parseNumber(text, language)
  const cents = amount === undefined ? undefined : Math.round(amount * 100)
  return Number.isSafeInteger(cents) ? cents : undefined
}
