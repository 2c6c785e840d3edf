import words from './bpmn-words.ru.json' with { type: 'json' }

type Words = Readonly<Record<string, string>>

/** Returns the bpmn-js module that translates the names of the tools into a language; English by default. */
export function wordsModule(language: string): Record<string, unknown> {
  const known: Words = language === 'ru' ? words : {}
  const translate = (text: string, parts: Words = {}): string =>
    (known[text] ?? text).replaceAll(/\{([^}]+)\}/g, (whole, key: string) => parts[key] ?? whole)
  return { translate: ['value', translate] }
}
