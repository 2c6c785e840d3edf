import type { Language } from '../i18n/texts.ts'

/**
 * Returns the day that a text names with a word for its month, such as `Nov 23, 2026` or `23 ноября`. Without a year,
 * it is a day of this year. Returns undefined for any other text.
 */
export function parseWrittenDay(text: string, language: Language, now = new Date()): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []
  const month = words.map((word) => monthOf(word, language)).find((each) => each >= 0)
  const numbers = words.filter((word) => /^\d+$/.test(word))
  const [date = '', year = String(now.getFullYear())] = numbers
  if (month === undefined || numbers.length > 2 || !/^\d{1,2}$/.test(date) || !/^\d{4}$/.test(year)) return undefined
  const day = new Date(Date.UTC(Number(year), month, Number(date)))
  return day.getUTCMonth() === month ? day.toISOString().slice(0, 10) : undefined
}

const minLetters = 3

/** Returns the index of the month whose name, alone or in a date, begins with the word; -1 when there is none. */
function monthOf(word: string, language: Language): number {
  if (word.length < minLetters) return -1
  const formats = [{ month: 'long' } as const, { month: 'long', day: 'numeric' } as const].map(
    (options) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
  )
  return Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1)).findIndex((firstMs) =>
    formats.some((format) => nameOfMonth(format, firstMs).startsWith(word)),
  )
}

const nameOfMonth = (format: Intl.DateTimeFormat, timeMs: number): string =>
  format
    .formatToParts(timeMs)
    .find(({ type }) => type === 'month')!
    .value.toLowerCase()
