import { refuse } from '../errors.ts'
import type { Budget } from '../limits.ts'
import type { Token } from './lexer.ts'

/** The position of the parser in the token list; shared by all parts of the parser. */
export interface Cursor {
  readonly tokens: readonly Token[]
  readonly budget: Budget
  index: number
}

export function peek(cursor: Cursor, ahead = 0): Token {
  return cursor.tokens[Math.min(cursor.index + ahead, cursor.tokens.length - 1)]!
}

export function take(cursor: Cursor): Token {
  const token = peek(cursor)
  cursor.index++
  return token
}

/** Consumes the next token and returns true when the token is this word or sign; otherwise returns false. */
export function accept(cursor: Cursor, is: 'word' | 'sign', text: string): boolean {
  const token = peek(cursor)
  if (token.is !== is || token.text !== text) return false
  cursor.index++
  return true
}

/** Consumes the next token. Throws `query.wrong_eql` when the token is not this word or sign. */
export function expect(cursor: Cursor, is: 'word' | 'sign', text: string): void {
  if (!accept(cursor, is, text)) throw unexpected(peek(cursor), `"${text}" is expected here`)
}

export function unexpected(token: Token, sentence: string): Error {
  return refuse(`${sentence}, not ${showToken(token)}`, token.at)
}

function showToken(token: Token): string {
  const text = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text
  if (token.is === 'end') return 'the end of the text'
  if (token.is === 'field') return `[${text}]`
  return token.is === 'string' ? `'${text}'` : `"${text}"`
}
