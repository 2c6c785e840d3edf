import { dateLocaleOf, type Formats, formatsOf } from './formats.ts'
import { useI18n } from './index.tsx'

export type { Formats } from './formats.ts'

/** Cache of the formats by language. A list has hundreds of cells, and creating a format is slow. */
const made = new Map<string, Formats>()

/** Returns the formats of the user's language, with dates as in the region of the browser. */
export function useFormats(): Formats {
  const { language, t } = useI18n()
  const formats =
    made.get(language) ??
    formatsOf(language, {
      dateLocale: dateLocaleOf(language, navigator.languages),
      bytesText: (count) => t('ui.bytes', { count }),
    })
  made.set(language, formats)
  return formats
}
