import { refuse } from '../errors.ts'

const escapes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '\\': '\\', n: '\n', r: '\r', t: '\t' }
const unicode = /u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})/y

/** Reads the string literal that starts at a position. A backslash before any other character stands for itself. */
export function readString(text: string, start: number): { value: string; end: number } {
  let value = ''
  let index = start + 1
  for (;;) {
    const character = text[index]
    if (character === undefined) throw refuse(text, start, 'the string is not closed', '; add a double quote')
    if (character === '"') return { value: checked(text, start, value), end: index + 1 }
    if (character !== '\\') {
      value += character
      index++
      continue
    }
    const { made, length } = readEscape(text, index + 1)
    value += made
    index += 1 + length
  }
}

function readEscape(text: string, index: number): { made: string; length: number } {
  const simple = escapes[text[index] ?? '']
  if (simple !== undefined) return { made: simple, length: 1 }
  unicode.lastIndex = index
  const found = unicode.exec(text)
  const code = Number.parseInt(found?.[1] ?? found?.[2] ?? '', 16)
  if (found === null || code > 0x10ffff) return { made: '\\', length: 0 }
  return { made: found[1] ? String.fromCharCode(code) : String.fromCodePoint(code), length: found[0].length }
}

/** Returns a string. Refuses half of a surrogate pair, because it cannot be stored. */
function checked(text: string, at: number, value: string): string {
  if (!value.isWellFormed()) throw refuse(text, at, 'the string contains half of a surrogate pair')
  return value
}
