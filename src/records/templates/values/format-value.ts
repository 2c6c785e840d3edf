import { inEachLanguage, type Language, readTexts } from '../../../foundation/kit/languages.ts'
import type { ExpressionsOfDocuments, Value } from '../placeholders/language.ts'

/** How documents in a language write values: the locale of `Intl`, the form of dates, and words. */
interface DocumentTexts {
  readonly locale: string
  readonly date: Intl.DateTimeFormatOptions
  readonly yes: string
  readonly no: string
}

const textsOf = inEachLanguage((language) => readTexts<DocumentTexts>(language, 'documents'))

/**
 * Returns a function that shows values as text: numbers, amounts of money, dates and times in the language of the
 * document, lists with commas, and users and elements by their names. Missing values are an empty text.
 */
export function valueFormat(
  { show }: Pick<ExpressionsOfDocuments, 'show'>,
  language: Language,
  timeZone: string,
): (value: Value) => string {
  const { locale, date, yes, no } = textsOf[language]
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const dates = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(locale, {
    ...date,
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })

  function format(value: Value): string {
    const shown = show(value)
    switch (shown.is) {
      case 'nothing':
        return ''
      case 'boolean':
        return shown.value ? yes : no
      case 'text':
        return clean(shown.text)
      case 'number':
        return numbers.format(shown.text as Intl.StringNumericLiteral)
      case 'date':
        return dateText(dates, `${shown.text}T00:00:00Z`, shown.text)
      case 'time':
        return shown.text.slice(0, 5)
      case 'date and time':
        return /(Z|[+-]\d\d:\d\d)$/.test(shown.text)
          ? dateText(moments, shown.text, shown.text)
          : shown.text.replace('T', ' ')
      case 'list':
        return shown.items.map(format).filter(Boolean).join(', ')
      case 'context':
        return formatContext(shown.entries)
    }
  }

  function formatContext(entries: ReadonlyMap<string, Value>): string {
    const amount = show(entries.get('amount'))
    const currency = show(entries.get('currency'))
    if (entries.size === 2 && amount.is === 'number' && currency.is === 'text')
      return moneyText(amount.text, currency.text, locale)
    const name = entries.get('__name') ?? entries.get('name')
    return name === undefined ? [...entries.values()].map(format).filter(Boolean).join(', ') : format(name)
  }
  return format
}

function moneyText(amount: string, currency: string, locale: string): string {
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    return format.format(amount as Intl.StringNumericLiteral)
  } catch {
    return `${amount} ${currency}`
  }
}

/** Formats a moment. Returns `otherwise` for a moment that a JavaScript date cannot represent. */
function dateText(format: Intl.DateTimeFormat, moment: string, otherwise: string): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? otherwise : format.format(date)
}

/** Removes control characters, which XML does not allow; keeps line breaks and tabs. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (/[\n\r\t]/.test(sign) ? sign : ''))
}
