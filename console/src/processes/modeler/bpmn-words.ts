type Words = Readonly<Record<string, string>>

/**
 * Returns the bpmn-js module that translates the names of the tools. A name that `words` does not have stays English.
 */
export function wordsModule(words: Words): Record<string, unknown> {
  const translate = (text: string, parts: Words = {}): string =>
    (words[text] ?? text).replaceAll(/\{([^}]+)\}/g, (whole, key: string) => parts[key] ?? whole)
  return { translate: ['value', translate] }
}
