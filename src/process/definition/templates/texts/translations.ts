import { isObject } from '../../../../foundation/kit/json.ts'
import type { TemplateSettings } from '../template-settings.ts'

/** Translates a text of a diagram; returns a text that has no translation unchanged. */
export type Translate = (text: string) => string

/**
 * Returns the translations of settings into a language. `{}` in a text stands for any characters, which the translation
 * repeats in the same order: `Approve {}` also translates the subject `Approve A-17`.
 */
export function translationsInto(language: string, { texts = {} }: TemplateSettings): Translate | undefined {
  const dictionary = texts[language]
  if (dictionary === undefined) return undefined
  const patterns = Object.entries(dictionary).flatMap(([text, translation]) =>
    text.includes('{}') ? [{ pattern: patternOf(text), parts: translation.split('{}') }] : [],
  )
  return (text) => {
    if (Object.hasOwn(dictionary, text)) return dictionary[text]!
    for (const { pattern, parts } of patterns) {
      const found = pattern.exec(text)
      if (found !== null) return parts.reduce((all, part, index) => all + (found[index] ?? '') + part)
    }
    return text
  }
}

function patternOf(text: string): RegExp {
  const parts = text.split('{}').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*)')}$`, 's')
}

/** The members of an answer that hold texts of a diagram. */
const translated = new Set(['name', '__name', 'title', 'subject', 'description'])
/**
 * The members of an answer that are not translated: what users entered, names of users and elements, and sentences of
 * the platform.
 */
const ofUsers = new Set(['context', 'value', 'names', 'item', 'details', 'suggestion', 'element', 'why'])

/**
 * Returns an answer about tasks or instances with the texts of diagrams translated. `find` returns the translations of
 * a template by its id; parts of the answer that name another template use those of that template.
 */
export function translateAnswer<T>(answer: T, find: (template: unknown) => Translate | undefined): T {
  return walk(answer, undefined, find) as T
}

/**
 * Returns the template whose texts a part of an answer holds. The task of a sheet has no template of its own, but
 * belongs to the instance that started the sheet.
 */
const templateOf = ({ templateId, __templateId, template, instance }: Readonly<Record<string, unknown>>): unknown =>
  templateId ??
  __templateId ??
  (isObject(template) ? template.id : template) ??
  (isObject(instance) ? instance.templateId : undefined)

function walk(
  value: unknown,
  around: Translate | undefined,
  find: (template: unknown) => Translate | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((entry) => walk(entry, around, find))
  if (!isObject(value)) return value
  const template = templateOf(value)
  const translate = template === undefined || template === null ? around : find(template)
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (typeof part === 'string') return [key, translated.has(key) && translate ? translate(part) : part]
      return [key, ofUsers.has(key) ? part : walk(part, translate, find)]
    }),
  )
}
