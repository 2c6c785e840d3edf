import { refuse } from '../errors.ts'
import { foreignOperators } from './foreign.ts'

const escapes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '\\': '\\', n: '\n', r: '\r', t: '\t' }
const unicode = /u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})/y

/** Reads the string literal that starts at a position. A backslash that begins no known escape stands for itself. */
function readString(text: string, start: number): { value: string; end: number } {
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

export interface Token {
  readonly is: 'word' | 'number' | 'string' | 'sign' | 'end'
  /** Text of the token; for a string, its value without quotes and escapes. */
  readonly text: string
  /** Position of the first character and of the character after the token, counted from 0. */
  readonly at: number
  readonly end: number
}

const nameStart = String.raw`\p{L}\p{Nl}_\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`
const space = /(?:[\s\u0085\u180e\u200b\ufeff]+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)+/uy
const namePart = String.raw`[${nameStart}\p{Nd}\p{M}\u00B7\u203F-\u2040]`
// An apostrophe between letters belongs to the word: `Applicant's age`.
const word = new RegExp(String.raw`[${nameStart}]${namePart}*(?:['’]${namePart}+)*|\?`, 'uy')
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,9}(?!\d))?/y
const sign = /\.\.|\*\*|<=|>=|!=|->|[-=<>(),.[\]{}:+*/@]/y

/** Splits a FEEL text into tokens; the last token is always `end`. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let index = skipSpace(text, 0)
  while (index < text.length) {
    const token = readToken(text, index)
    tokens.push(token)
    index = skipSpace(text, token.end)
  }
  tokens.push({ is: 'end', text: '', at: text.length, end: text.length })
  return tokens
}

function readToken(text: string, at: number): Token {
  if (text[at] === '"') {
    const { value, end } = readString(text, at)
    return { is: 'string', text: value, at, end }
  }
  if (text.startsWith('/*', at)) throw refuse(text, at, 'the comment is not closed')
  if (foreignStarts.has(text[at]!)) refuseForeign(text, at)
  for (const [is, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return { is, text: found, at, end: at + found.length }
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  throw refuse(text, at, `the character "${character}" has no meaning in FEEL`)
}

const patterns = [
  ['word', word],
  ['number', number],
  ['sign', sign],
] as const

const foreignStarts: ReadonlySet<string> = new Set(Array.from(foreignOperators.keys(), ([first]) => first!))

/** Refuses operators of other languages. `!=` is a FEEL operator. */
function refuseForeign(text: string, at: number): void {
  for (const [operator, advice] of foreignOperators) {
    if (!text.startsWith(operator, at) || (operator === '!' && text[at + 1] === '=')) continue
    // The type of a function without parameters is written function<>.
    if (operator === '<>' && /function\s*$/.test(text.slice(Math.max(0, at - 20), at))) continue
    throw refuse(text, at, `"${operator}" has no meaning in FEEL`, `; ${advice}`)
  }
}

function skipSpace(text: string, index: number): number {
  space.lastIndex = index
  return index + (space.exec(text)?.[0].length ?? 0)
}
