import { isObject, type JsonObject, type JsonValue } from '../../foundation/kit/json.ts'
import type { SchemaProblem } from '../../foundation/kit/schema-problems.ts'
import { type Text, type TextPath, type Texts, textPlaces, withTextsIn } from './texts.ts'

/** A definition file whose texts in several languages were replaced by the first language of each. */
export interface SeparatedTexts {
  readonly value: JsonValue
  readonly texts: Texts
  /** The languages besides the first one of each text. */
  readonly languages: readonly string[]
  readonly problems: readonly SchemaProblem[]
}

const languageCode = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/
const maxLanguages = 20

/**
 * Separates the texts of a file that are given as maps of languages, such as `name: { en: Contracts, ru: Договоры }`.
 */
export function separateTexts(file: JsonValue, paths: readonly TextPath[]): SeparatedTexts {
  const value = structuredClone(file)
  const texts: Record<string, Text> = {}
  const languages = new Set<string>()
  const problems: SchemaProblem[] = []
  for (const { holder, key, path, name } of paths.flatMap((path) => [...textPlaces(value, path)])) {
    const given = holder[key]
    if (!isObject(given)) continue
    const found = mapProblems(given).map((problem) => ({ ...problem, path: [...path, ...problem.path] }))
    problems.push(...found)
    if (found.length > 0) continue
    const text = Object.entries(given as Record<string, string>)
    texts[name] = text
    holder[key] = text[0]![1]
    for (const [language] of text.slice(1)) languages.add(language)
  }
  return { value, texts, languages: [...languages], problems }
}

/**
 * Returns the file with its texts in one language. A text that does not exist in this language is in its first
 * language.
 */
export function inLanguage(language: string, { value, texts }: SeparatedTexts, paths: readonly TextPath[]): JsonValue {
  return withTextsIn([language], value as JsonObject, texts, paths)
}

function mapProblems(map: Readonly<Record<string, unknown>>): SchemaProblem[] {
  const entries = Object.entries(map)
  if (entries.length === 0 || entries.length > maxLanguages)
    return [
      { path: [], message: `write a text, or the text in 1 to ${maxLanguages} languages, such as { en: …, ru: … }` },
    ]
  return entries.flatMap(([language, text]): SchemaProblem[] => {
    if (!languageCode.test(language))
      return [{ path: [language], message: `"${language}" is not a language code in lower case, such as en or ru` }]
    return typeof text === 'string' ? [] : [{ path: [language], message: 'must be text' }]
  })
}
