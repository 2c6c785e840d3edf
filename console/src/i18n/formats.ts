import { isSmallWhole } from './texts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, unitMs: number, belowMs: number])[] = [
  ['minute', minuteMs, hourMs],
  ['hour', hourMs, dayMs],
  ['day', dayMs, 30 * dayMs],
  ['month', 30 * dayMs, 365 * dayMs],
  ['year', 365 * dayMs, Number.POSITIVE_INFINITY],
]

/** Functions that show dates, numbers and sizes in the user's language. Moments are ISO 8601 texts. */
export interface Formats {
  readonly date: (moment: string) => string
  readonly time: (moment: string) => string
  readonly dateTime: (moment: string) => string
  /** Date and time without the year when it is the current year. */
  readonly shortDateTime: (moment: string) => string
  /** Day and month, with the year when it is not the current year. */
  readonly shortDate: (moment: string) => string
  /** A time relative to now: "3 days ago", "in 2 hours". */
  readonly relative: (moment: string) => string
  readonly number: (value: number, maximumFractionDigits?: number) => string
  readonly percent: (share: number) => string
  readonly money: (amount: number, currency: string) => string
  /** Size in B, kB, MB or GB. */
  readonly bytes: (bytes: number) => string
  /** A duration with its largest units: "2 h 5 min", "340 ms". */
  readonly duration: (durationMs: number) => string
  /** "A, B and C", or "A, B or C". */
  readonly list: (texts: readonly string[], type?: 'conjunction' | 'disjunction') => string
}

interface FormatOptions {
  readonly now?: () => number
  /** The language with the region whose dates are shown, such as `en-GB`; the language alone by default. */
  readonly dateLocale?: string
  /** Returns the text for a number of bytes below 1,000, such as "990 B"; that of `Intl` by default. */
  readonly bytesText?: (count: number) => string
}

/** Returns the formats of a language. A text that is not a date is shown as it is. */
export function formatsOf(language: string, options: FormatOptions = {}): Formats {
  const { now = Date.now, dateLocale = language, bytesText = (count) => unit('byte').format(count) } = options
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = onceNeeded(() => new Intl.DateTimeFormat(dateLocale, options))
    return (moment: string) => {
      const date = new Date(/^\d{4}-\d\d-\d\d$/.test(moment) ? `${moment}T00:00` : moment)
      return Number.isNaN(date.getTime()) ? moment : format().format(date)
    }
  }
  const dateTime = dates({ dateStyle: 'medium', timeStyle: 'short' })
  const thisYear = dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const date = dates({ dateStyle: 'medium' })
  const dayThisYear = dates({ day: 'numeric', month: 'short' })
  const isThisYear = (moment: string) => new Date(moment).getFullYear() === new Date(now()).getFullYear()
  const relative = onceNeeded(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const numberFormats = new Map<string, Intl.NumberFormat>()
  const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options)
    const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options)
    numberFormats.set(key, format)
    return format
  }
  const unit = (name: string, maximumFractionDigits = 0) =>
    numberFormat({ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits })
  const sizesOf = onceNeeded(() => [unit('kilobyte'), unit('megabyte', 1), unit('gigabyte', 1)])
  return {
    date,
    time: dates({ timeStyle: 'short' }),
    dateTime,
    shortDateTime: (moment) => (isThisYear(moment) ? thisYear(moment) : dateTime(moment)),
    shortDate: (moment) => (isThisYear(moment) ? dayThisYear(moment) : date(moment)),
    relative: (moment) => {
      const differenceMs = new Date(moment).getTime() - now()
      if (Number.isNaN(differenceMs)) return moment
      const [name, unitMs] = steps.find(([, , belowMs]) => Math.abs(differenceMs) < belowMs) ?? steps[4]!
      return relative().format(Math.trunc(differenceMs / unitMs), name)
    },
    number: (value, maximumFractionDigits = 20) =>
      isSmallWhole(value) ? String(value) : numberFormat({ maximumFractionDigits }).format(value),
    percent: (share) => numberFormat({ style: 'percent' }).format(share),
    money: (amount, currency) => numberFormat({ style: 'currency', currency }).format(amount),
    bytes: (bytes) => {
      const sizes = sizesOf()
      // A size that would be rounded to 1,000 of a unit is shown in the next one.
      const isBelow = (step: number) => Math.round(bytes / 1000 ** step) < 1000
      const step = [0, 1, 2].find(isBelow) ?? 3
      return step === 0 ? bytesText(bytes) : sizes[step - 1]!.format(bytes / 1000 ** step)
    },
    duration: (durationMs) => {
      if (durationMs < 1000) return unit('millisecond').format(durationMs)
      if (durationMs < minuteMs) return unit('second', 1).format(durationMs / 1000)
      const [bigMs, big, smallMs, small] =
        durationMs < hourMs
          ? [minuteMs, 'minute', 1000, 'second']
          : durationMs < dayMs
            ? [hourMs, 'hour', minuteMs, 'minute']
            : [dayMs, 'day', hourMs, 'hour']
      const rest = Math.floor((durationMs % bigMs) / smallMs)
      const whole = unit(big).format(Math.floor(durationMs / bigMs))
      return rest === 0 ? whole : `${whole} ${unit(small).format(rest)}`
    },
    list: (texts, type = 'conjunction') => new Intl.ListFormat(language, { type }).format(texts),
  }
}

/** Returns a function that makes a value with its first call and keeps it. Making a format of `Intl` is slow. */
function onceNeeded<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Returns the first of the browser's languages that is the given language, with its region; else the language alone.
 */
export const dateLocaleOf = (language: string, preferred: readonly string[]): string =>
  preferred.find((each) => each.split('-')[0] === language) ?? language
