import { isObject, type JsonObject } from '../../foundation/kit/json.ts'

/**
 * A text in several languages, such as `[['en', 'Contracts'], ['ru', 'Договоры']]`. The definition contains the first
 * one.
 */
export type Text = readonly (readonly [language: string, text: string])[]

/** The texts of a definition that are written in several languages, by their places, such as `fields[number].name`. */
export type Texts = Readonly<Record<string, Text>>

/**
 * A path to texts in the files of a kind of definition, such as `fields[].name`. A path with `like` is optional in
 * files; its text defaults to the text at the path `like`.
 */
export type TextPath = string | { readonly path: string; readonly like: string }

/** A place in one definition that holds a text. */
interface TextPlace {
  readonly holder: Record<string, unknown>
  readonly key: string
  /** The keys and indexes that lead to the place, for messages. */
  readonly path: readonly (string | number)[]
  /**
   * The name of the place. An entry of a list is named by its code instead of its index, so that the name stays valid
   * when the list is reordered.
   */
  readonly name: string
}

export const noTexts: Texts = Object.freeze({})

/** Yields the places in a definition that match a path and hold a value. */
export function* textPlaces(content: unknown, textPath: TextPath): Iterable<TextPlace> {
  yield* placesIn(content, pathOf(textPath).split('.'), [], [])
}

function* placesIn(
  value: unknown,
  [part = '', ...rest]: readonly string[],
  path: readonly (string | number)[],
  names: readonly string[],
): Iterable<TextPlace> {
  const key = part.replace('[]', '')
  if (!isObject(value) || !Object.hasOwn(value, key)) return
  const inner = value[key]
  if (rest.length === 0) yield { holder: value, key, path: [...path, key], name: [...names, key].join('.') }
  else if (key === part) yield* placesIn(inner, rest, [...path, key], [...names, key])
  else if (Array.isArray(inner))
    for (const [index, entry] of inner.entries()) {
      const code = isObject(entry) && typeof entry.code === 'string' ? entry.code : index
      yield* placesIn(entry, rest, [...path, key, index], [...names, `${key}[${code}]`])
    }
}

/**
 * Returns a copy of a definition in which each text is in the first of these languages in which the text exists. A text
 * that was changed by hand after its translation is left unchanged.
 */
export function withTextsIn<Content extends object>(
  languages: readonly string[],
  content: Content,
  texts: Texts,
  paths: readonly TextPath[],
): Content {
  const copy = structuredClone(content)
  for (const textPath of paths) {
    for (const { holder, key, name } of textPlaces(copy, textPath)) {
      const text = texts[name] ?? (typeof textPath === 'string' ? undefined : texts[textPath.like])
      if (text !== undefined && text[0]![1] === holder[key]) holder[key] = textIn(languages, text)
    }
  }
  return copy
}

/** Returns the file of a definition in which each text is given in all its languages. */
export function withAllTexts(file: JsonObject, texts: Texts, paths: readonly TextPath[]): JsonObject {
  const copy = structuredClone(file)
  for (const textPath of paths) {
    for (const { holder, key, name } of textPlaces(copy, textPath)) {
      const text = texts[name]
      if (text !== undefined && text[0]![1] === holder[key]) holder[key] = Object.fromEntries(text)
    }
  }
  return copy
}

/** Returns the languages of the texts of a definition. */
export function textLanguages(texts: Texts): ReadonlySet<string> {
  return new Set(Object.values(texts).flatMap((text) => text.map(([language]) => language)))
}

function textIn(languages: readonly string[], text: Text): string {
  for (const language of languages) {
    const found = text.find(([known]) => known === language)
    if (found !== undefined) return found[1]
  }
  return text[0]![1]
}

const pathOf = (textPath: TextPath): string => (typeof textPath === 'string' ? textPath : textPath.path)
