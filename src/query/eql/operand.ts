import type { Constant, FieldPath, Period } from '../condition.ts'
import { refuse } from '../errors.ts'
import { accept, type Cursor, expect, peek, take, unexpected } from './cursor.ts'
import { readFunction } from './functions.ts'
import type { Token } from './lexer.ts'
import { readOffsets } from './relative-period.ts'

export function isField(token: Token): boolean {
  return token.is === 'field' || (token.is === 'word' && (token.text === 'parent' || token.text === 'root'))
}

/** Reads a field: `[f]`, `[fullname.lastname]`, `parent.[f]` or `root.[f]`. */
export function readField(cursor: Cursor): FieldPath {
  const first = take(cursor)
  if (first.is === 'word' && (first.text === 'parent' || first.text === 'root')) {
    expect(cursor, 'sign', '.')
    const token = take(cursor)
    if (token.is === 'field') return { is: 'field', names: readNames(token), of: first.text, at: token.at }
    throw unexpected(token, 'a field in square brackets is expected here')
  }
  if (first.is !== 'field') throw unexpected(first, 'a field in square brackets is expected here')
  return { is: 'field', names: readNames(first), at: first.at }
}

function readNames(token: Token): string[] {
  const names = token.text.split('.').map((name) => name.trim())
  if (names.includes('')) throw refuse('the brackets contain no field name', token.at)
  return names
}

/** Reads a constant: a text, a number, true, false, or a function call with such values as arguments. */
export function readConstant(cursor: Cursor): Constant {
  const token = take(cursor)
  if (token.is === 'word' && accept(cursor, 'sign', '(')) {
    return { ...readFunction(token.text, readArguments(cursor), token.at), at: token.at }
  }
  const value = readLiteral(token)
  if (value !== undefined) return { is: 'value', value, at: token.at }
  if (token.is === 'word') throw unexpected(token, 'a field in square brackets or a value is expected here')
  throw unexpected(token, 'a value is expected here')
}

/** Reads `RelativeDatetime('-7d', '0d')`; returns undefined when the next tokens are anything else. */
export function readPeriod(cursor: Cursor): Period | undefined {
  const { text, at } = peek(cursor)
  if (text !== 'relativedatetime' || peek(cursor, 1).text !== '(') return undefined
  cursor.index += 2
  const [from, to, more] = readArguments(cursor)
  const range = { from: readOffsets(from), to: readOffsets(to) }
  if (!range.from || !range.to || more !== undefined) {
    throw refuse("RelativeDatetime takes two offsets such as '-7d' and '0y+3q' (units y q m w d h)", at)
  }
  return { from: range.from, to: range.to, at }
}

function readArguments(cursor: Cursor): (string | number | boolean)[] {
  const values: (string | number | boolean)[] = []
  if (accept(cursor, 'sign', ')')) return values
  do {
    const token = take(cursor)
    const value = readLiteral(token)
    if (value === undefined || values.length > 10) throw unexpected(token, 'a text or a number is expected here')
    values.push(value)
  } while (accept(cursor, 'sign', ','))
  expect(cursor, 'sign', ')')
  return values
}

function readLiteral(token: Token): string | number | boolean | undefined {
  if (token.is === 'string') return token.text
  if (token.is === 'word' && (token.text === 'true' || token.text === 'false')) return token.text === 'true'
  if (token.is !== 'number') return undefined
  const value = Number(token.text)
  if (!Number.isFinite(value)) throw refuse('the number is too large', token.at)
  return value
}
