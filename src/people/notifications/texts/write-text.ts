import type { NotificationEvent } from '../events.ts'
import type { Details } from '../facts.ts'
import { english, englishMail } from './en.ts'
import { russian, russianMail } from './ru.ts'
import type { Language, MailWords, Text } from './text.ts'

const texts = { en: english, ru: russian }
const mailWords = { en: englishMail, ru: russianMail }

/** Maximum number of characters of a title and of a text; the rest is cut off. */
const maxTitleChars = 500
const maxTextChars = 20_000

/** The names of the values that are times. */
const times = new Set(['due', 'since'])
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The language and the time zone in which a user reads. */
export interface Reading {
  readonly language: Language
  readonly timeZone: string
}

/** Writes a notification in the language of a user. Times in `details` are shown in the time zone of the user. */
export function writeText(event: NotificationEvent, details: Details, { language, timeZone }: Reading): Text {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const shown = Object.entries(details).flatMap(([name, value]) => {
    if (value === null) return []
    const text = String(value)
    return [[name, times.has(name) && instant.test(text) ? time.format(new Date(text)) : text]]
  })
  const { title, text } = texts[language][event](Object.fromEntries(shown))
  return {
    title: title.replaceAll(/\s+/g, ' ').trim().slice(0, maxTitleChars).toWellFormed(),
    text: text.slice(0, maxTextChars).toWellFormed(),
  }
}

/** Returns the words of mails in a language. */
export const wordsOf = (language: Language): MailWords => mailWords[language]
