import type english from '../../../texts/en/notifications.json'
import { inEachLanguage, type Language, readTexts } from '../../foundation/kit/languages.ts'
import type { NotificationEvent } from './events.ts'
import type { Details } from './facts.ts'

/** A notification in words. */
export interface Text {
  readonly title: string
  /** Further sentences, in lines; empty when the title says everything. */
  readonly text: string
}

/**
 * The texts of the events as `notifications.json` has them. `{{name}}` is replaced by a value; `text` is a list of
 * lines.
 */
type Templates = {
  readonly [Key in keyof typeof english]: { readonly title: string; readonly text: readonly string[] }
}

const templates = inEachLanguage((language) => readTexts<Templates>(language, 'notifications'))

/**
 * The names of the values that select the text of an event: an event `job.done` whose value `kind` is `export` has
 * the text `job.done.export`, if there is one.
 */
const selecting: Partial<Record<NotificationEvent, string>> = {
  'job.done': 'kind',
  'job.failed': 'kind',
  'webhook.off': 'reason',
}

/**
 * Maximum number of characters of a title; the rest is cut off. `maxTextChars` is the maximum for the text below the
 * title.
 */
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

/**
 * Writes a notification in the language of a user. Times in `details` are shown in the time zone of the user. Lines
 * in which the value of a placeholder is missing or empty are left out.
 */
export function writeText(event: NotificationEvent, details: Details, reading: Reading): Text {
  const shown = (name: string): string => {
    const value = String(details[name] ?? '')
    return times.has(name) && instant.test(value) ? timeFormat(reading).format(new Date(value)) : value
  }
  const { title, text } = templateOf(event, details, templates[reading.language])
  const lines = text.filter((line) => placeholdersOf(line).every((name) => shown(name) !== ''))
  return {
    title: filled(title, shown).replaceAll(/\s+/g, ' ').trim().slice(0, maxTitleChars).toWellFormed(),
    text: lines
      .map((line) => filled(line, shown))
      .join('\n')
      .slice(0, maxTextChars)
      .toWellFormed(),
  }
}

/** The formats by language and time zone: creating one takes far longer than writing a notification. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

function timeFormat({ language, timeZone }: Reading): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const format =
    timeFormats.get(key) ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  timeFormats.set(key, format)
  return format
}

function templateOf(event: NotificationEvent, details: Details, of: Templates): Templates[NotificationEvent] {
  const key = `${event}.${details[selecting[event] ?? '']}`
  return Object.hasOwn(of, key) ? of[key as keyof Templates] : of[event]
}

const placeholder = /\{\{(\w+)\}\}/g
const placeholdersOf = (line: string): string[] => [...line.matchAll(placeholder)].map(([, name]) => name!)
const filled = (text: string, shown: (name: string) => string): string =>
  text.replaceAll(placeholder, (_, name: string) => shown(name))
