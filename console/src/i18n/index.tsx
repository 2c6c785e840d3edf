import { createContext, type ReactNode, use, useMemo } from 'react'
import type { EnglishTexts, SeparateArea } from './areas.ts'
import { loadSeparateTexts } from './loaded-texts.ts'
import { type Language, languages, sourceLanguage, type Texts, translator, type Values } from './texts.ts'

type Suffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other'
type WithoutSuffix<Key extends string> = Key extends `${infer Name}${Suffix}` ? Name : Key
/** Every key of a text: area, dot, key without its plural suffix. */
export type TextKey = {
  [Area in keyof EnglishTexts]: `${Area}.${WithoutSuffix<keyof EnglishTexts[Area] & string>}`
}[keyof EnglishTexts]

/** Returns the text of a key; `values` fill its placeholders and `values.count` selects its plural form. */
export type Translate = (key: TextKey, values?: Values) => string

interface I18n {
  readonly language: Language
  readonly t: Translate
}
const Context = createContext<I18n>({ language: sourceLanguage, t: (key) => key })

/** Gives texts of a language to the components below. */
export function I18nProvider(props: { language: Language; texts: Texts; children: ReactNode }) {
  const { language, texts, children } = props
  const value = useMemo(() => ({ language, t: translator(language, texts) as Translate }), [language, texts])
  return <Context value={value}>{children}</Context>
}

/** Returns the language and the function `t` that translates keys. */
export const useI18n = (): I18n => use(Context)

/**
 * Returns the texts of an area that only some pages need, by their keys. Suspends the component until they are
 * loaded.
 */
export const useSeparateTexts = (area: SeparateArea) => use(loadSeparateTexts(useI18n().language, area))

/** Returns the language of the browser when the console has it, else English. */
export const browserLanguage = (): Language =>
  languages.find((each) => each === navigator.language.split('-')[0]) ?? sourceLanguage
