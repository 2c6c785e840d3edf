import { createContext, type ReactNode, use, useMemo } from 'react'
import type first from './en/first.ts'
import type more from './en/more.ts'
import { type Language, type Texts, translator, type Values } from './texts.ts'

type English = typeof first & typeof more

type Suffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other'
type WithoutSuffix<Key extends string> = Key extends `${infer Name}${Suffix}` ? Name : Key
/** Every key of a text: area, dot, key without its plural suffix. */
export type TextKey = {
  [Area in keyof English & string]: `${Area}.${WithoutSuffix<keyof English[Area] & string>}`
}[keyof English & string]

/** Returns the text of a key; `values` fill its placeholders and `values.count` selects its plural form. */
export type Translate = (key: TextKey, values?: Values) => string

interface I18n {
  readonly language: Language
  readonly t: Translate
}
const Context = createContext<I18n>({ language: 'en', t: (key) => key })

/** Gives texts of a language to the components below. */
export function I18nProvider(props: { language: Language; texts: Texts; children: ReactNode }) {
  const { language, texts, children } = props
  const value = useMemo(() => ({ language, t: translator(language, texts) as Translate }), [language, texts])
  return <Context value={value}>{children}</Context>
}

/** Returns the language and the function `t` that translates keys. */
export const useI18n = (): I18n => use(Context)

/** Returns the language of the browser when the console has it, else English. */
export const browserLanguage = (): Language => (navigator.language.startsWith('ru') ? 'ru' : 'en')
