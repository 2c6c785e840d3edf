import { readDecimal } from '../values/decimal.ts'
import { readDate, readDateTime, readDuration, readTime } from '../values/temporal-text.ts'
import type { FeelType } from '../values/types.ts'
import { type FeelValue, kindOf } from '../values/value.ts'
import type { Node } from './ast.ts'
import type { Cursor } from './cursor.ts'

const words: ReadonlyMap<string, FeelValue> = new Map<string, FeelValue>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Parses a number, string, `true`, `false`, `null` or `@"…"`; returns undefined for anything else. */
export function parseLiteral(cursor: Cursor): Node | undefined {
  const { is, text, at } = cursor.peek()
  if (is === 'string') {
    cursor.take()
    return literal(text, at)
  }
  if (is === 'number') {
    const value = readDecimal(text)
    if (value === undefined) throw cursor.refuse('the number is too large')
    cursor.take()
    return literal(value, at)
  }
  if (is === 'word' && words.has(text)) {
    cursor.take()
    return literal(words.get(text)!, at)
  }
  return is === 'sign' && text === '@' ? parseTemporal(cursor) : undefined
}

/** Parses a temporal literal such as `@"2026-05-01"` (10.3.2.3.4). */
function parseTemporal(cursor: Cursor): Node {
  const { at } = cursor.take()
  const token = cursor.take()
  const value = token.is === 'string' ? readTemporal(token.text) : undefined
  if (value === undefined) {
    const hint = '; write a date, time, date and time or duration such as @"2026-05-01" or @"P3D"'
    if (token.is === 'string') return cursor.mistake('"@" must be followed by a valid text in double quotes', hint, at)
    throw cursor.refuse('"@" must be followed by a valid text in double quotes', hint, at)
  }
  return literal(value, at)
}

/** Returns the date, time, date and time or duration of a text; undefined for other texts. */
function readTemporal(text: string): FeelValue | undefined {
  return readDate(text) ?? (text.includes('T') ? readDateTime(text) : undefined) ?? readTime(text) ?? readDuration(text)
}

function literal(value: FeelValue, at: number): Node {
  const kind = kindOf(value)
  return { is: 'literal', value, at, type: kind === 'null' ? 'Null' : (kind as FeelType) }
}
