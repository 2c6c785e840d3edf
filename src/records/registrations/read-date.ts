import { wrongDate } from '../errors.ts'

/** Returns a day such as `2026-05-31`; throws when the text is no day of the calendar. */
export function readDay(text: string, field: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !text.startsWith('0000')) {
    const date = new Date(`${text}T00:00:00Z`)
    if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return text
  }
  throw wrongDate(`"${field}" must be a day such as 2026-05-31, not "${text.slice(0, 40)}"`, { field })
}
