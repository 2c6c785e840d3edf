import { refuse } from '../errors.ts'

export interface Token {
  readonly is: 'word' | 'field' | 'string' | 'number' | 'sign' | 'end'
  /** The text of the token: a word in lower case, a field without its brackets, a string without its quotes. */
  readonly text: string
  /** The position of the first character, counted from 1. */
  readonly at: number
}

const space = /\s+/y
const word = /[\p{L}_][\p{L}\p{N}_]*/uy
const number = /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy
const sign = /<=|>=|<>|!=|[=<>(),.]/y

/** Splits an EQL text into tokens; the last token is always `end`. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let index = skipSpace(text, 0)
  while (index < text.length) {
    const { token, end } = readToken(text, index)
    tokens.push(token)
    index = skipSpace(text, end)
  }
  tokens.push({ is: 'end', text: '', at: text.length + 1 })
  return tokens
}

function readToken(text: string, index: number): { token: Token; end: number } {
  const at = index + 1
  if (text[index] === "'") return readString(text, index)
  if (text[index] === '[') {
    const end = text.indexOf(']', index)
    if (end < 0) throw refuse('the bracket [ is never closed', at)
    return { token: { is: 'field', text: text.slice(index + 1, end).trim(), at }, end: end + 1 }
  }
  for (const [is, pattern] of [
    ['word', word],
    ['number', number],
    ['sign', sign],
  ] as const) {
    pattern.lastIndex = index
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) {
      return { token: { is, text: is === 'word' ? found.toLowerCase() : found, at }, end: index + found.length }
    }
  }
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
  throw refuse(`"${character}" is not allowed here; write texts in single quotes and fields in [ ]`, at)
}

/**
 * Reads a string. A quote inside the string is written twice. Backslashes are kept, because the patterns of `likef` use
 * them.
 */
function readString(text: string, start: number): { token: Token; end: number } {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf("'", from)
    if (quote < 0) throw refuse('the text that starts here has no closing quote', start + 1)
    value += text.slice(from, quote)
    if (text[quote + 1] !== "'") return { token: { is: 'string', text: value, at: start + 1 }, end: quote + 1 }
    value += "'"
    from = quote + 2
  }
}

function skipSpace(text: string, index: number): number {
  space.lastIndex = index
  return index + (space.exec(text)?.[0].length ?? 0)
}
