const placeholder = /\{([^{}]*)\}/g

/** Returns the codes of the settings that a text names in braces. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1]!)
}

/** Replaces each `{setting}` of a text. */
export function fillPlaceholders(text: string, textOf: (code: string) => string): string {
  return text.replaceAll(placeholder, (_, code: string) => textOf(code))
}
