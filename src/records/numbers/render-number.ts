import type { NumberTemplate, Token } from './number-template.ts'

/** A part of a number: a text, or the counter with a minimum number of digits. */
export type NumberPart = string | { readonly minDigits: number }

/** Returns the value of a token; undefined or an empty text when there is none. */
export type TokenValue = (token: Token) => string | undefined

/** Characters that separate the parts of a number. */
const separator = /[\s/\-–—._:,;№#]/u

/**
 * Fills a template with everything but the counter. A token without a value is left out together with one adjacent
 * separator: the one before it, or else the one after it.
 */
export function fillTemplate(template: NumberTemplate, value: TokenValue, minDigits: number): NumberPart[] {
  const parts: NumberPart[] = []
  let dropsNext = false
  const write = (text: string): void => {
    const rest = dropsNext && separator.test(text[0] ?? '') ? text.slice(1) : text
    dropsNext = false
    const last = parts.at(-1)
    if (typeof last === 'string') parts[parts.length - 1] = last + rest
    else if (rest !== '') parts.push(rest)
  }
  for (const part of template) {
    if (typeof part === 'string') {
      write(part)
      continue
    }
    if (part.name === 'seq') {
      dropsNext = false
      parts.push({ minDigits: part.argument?.length ?? minDigits })
      continue
    }
    const text = value(part)?.trim() ?? ''
    if (text !== '') {
      write(text)
      continue
    }
    const last = parts.at(-1)
    if (typeof last === 'string' && separator.test(last.at(-1) ?? '')) parts[parts.length - 1] = last.slice(0, -1)
    else dropsNext = true
  }
  return parts.filter((part) => part !== '')
}

/** Returns a number with the value of its counter. */
export function writeNumber(parts: readonly NumberPart[], seq: bigint | string): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : String(seq).padStart(part.minDigits, '0')))
    .join('')
    .trim()
}
