/** A name as a definition file has it: one text, or a text for each language. */
export type Name = string | Readonly<Record<string, string>>

/** Returns the text of a name in a language, or the first text of the name when there is none in this language. */
export const nameText = (name: Name | undefined, language: string): string =>
  typeof name === 'object' ? (name[language] ?? Object.values(name)[0] ?? '') : (name ?? '')

/** Returns the name with another text for a language. An empty text is left out; a name without texts is undefined. */
export function withText(name: Readonly<Record<string, string>>, language: string, text: string): Name | undefined {
  const { [language]: _, ...others } = name
  const next = text === '' ? others : { ...name, [language]: text }
  return Object.keys(next).length > 0 ? next : undefined
}
