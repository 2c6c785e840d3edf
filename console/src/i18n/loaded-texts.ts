import parts from 'virtual:texts'
import { createStore } from '../api/store.ts'
import type { SeparateArea } from './areas.ts'
import { type Language, sourceLanguage, type Texts } from './texts.ts'

let complete: Promise<void> | undefined
/** The language that was asked for last. Texts of another language that arrive later are not shown. */
let wanted: Language = sourceLanguage

/** Texts of a language, from some of its parts. */
interface LoadedTexts {
  readonly language: Language
  readonly texts: Texts
  readonly partCount: number
}

/** The texts that are shown, and their language. */
export const loadedTexts = createStore<LoadedTexts>({ language: sourceLanguage, texts: {}, partCount: 0 })

/** Loads the texts of a language and shows them: those of the first page, or all once `loadAllTexts` was called. */
export async function loadTexts(language: Language): Promise<void> {
  wanted = language
  await load(language, complete !== undefined)
}

async function load(language: Language, isComplete: boolean): Promise<void> {
  const { first, more } = parts[language]
  const loaded = await Promise.all(isComplete ? [first(), more()] : [first()])
  const { language: shown, partCount } = loadedTexts.get()
  // The texts of the first page may arrive after the texts of all pages, which contain them.
  if (language !== wanted || (language === shown && loaded.length <= partCount)) return
  const texts: Texts = Object.assign({}, ...loaded.map((part) => part.default))
  loadedTexts.set({ language, texts, partCount: loaded.length })
}

/**
 * Loads the texts of all pages, and the table of operations that these pages call. Resolves when the texts are shown.
 */
export function loadAllTexts(): Promise<void> {
  complete ??= loadRest().catch((error) => {
    complete = undefined
    throw error
  })
  return complete
}

async function loadRest(): Promise<void> {
  await Promise.all([load(wanted, true), import('../api/operations.ts')])
}

const separate = new Map<string, Promise<Texts[string]>>()

/** Loads the texts of an area that only some pages need. Returns the same promise each time, until loading fails. */
export function loadSeparateTexts(language: Language, area: SeparateArea): Promise<Texts[string]> {
  const name = `${language}/${area}`
  const loading = separate.get(name) ?? load()
  separate.set(name, loading)
  return loading

  async function load(): Promise<Texts[string]> {
    try {
      return (await parts[language][area]()).default[area]!
    } catch (error) {
      separate.delete(name)
      throw error
    }
  }
}

/** Returns whether the page at a path, which begins after `/console`, needs only the first texts. */
export const needsFirstTexts = (path: string): boolean => /^\/(sign-in|apps\/[^/]+\/[^/]+)?\/?$/.test(path)
