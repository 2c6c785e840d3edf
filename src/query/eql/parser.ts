import { splitPath } from '../../foundation/kit/codes.ts'
import type { Condition, FieldPath, Operand, Operator, SubQuery } from '../condition.ts'
import { isConstant } from '../condition.ts'
import { checkText, refuse } from '../errors.ts'
import { type Budget, checkTextLength, openBudget, spend, spendList } from '../limits.ts'
import { accept, type Cursor, expect, peek, take, unexpected } from './cursor.ts'
import { readTokens } from './lexer.ts'
import { isField, readConstant, readField, readPeriod } from './operand.ts'

const flipped: Readonly<Record<string, Operator>> = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/**
 * Parses an EQL text. Returns undefined for a blank text. Throws `query.wrong_eql` with the position of the mistake,
 * `query.too_complex` or `query.invalid_character`.
 */
export function parseEql(text: string, budget: Budget = openBudget(), depth = 1): Condition | undefined {
  checkTextLength(text)
  const cursor: Cursor = { tokens: readTokens(checkText(text)), budget, index: 0 }
  if (peek(cursor).is === 'end') return undefined
  const condition = readOr(cursor, depth)
  if (peek(cursor).is !== 'end') throw unexpected(peek(cursor), '"and", "or" or the end is expected here')
  return condition
}

function readOr(cursor: Cursor, depth: number): Condition {
  return readJoined(cursor, 'or', depth, (inner, level) => readJoined(inner, 'and', level, readNot))
}

function readJoined(
  cursor: Cursor,
  word: 'and' | 'or',
  depth: number,
  readPart: (cursor: Cursor, depth: number) => Condition,
): Condition {
  const parts = [readPart(cursor, depth)]
  while (accept(cursor, 'word', word)) parts.push(readPart(cursor, depth))
  return parts.length > 1 ? { is: word, of: parts } : parts[0]!
}

function readNot(cursor: Cursor, depth: number): Condition {
  if (!accept(cursor, 'word', 'not')) return readPrimary(cursor, depth)
  const next = peek(cursor)
  if (next.is === 'word' && next.text === 'not')
    throw refuse('"not" must come before a condition or a bracket', next.at)
  return { is: 'not', of: readPrimary(cursor, depth + 1) }
}

function readPrimary(cursor: Cursor, depth: number): Condition {
  spend(cursor.budget, depth)
  if (!accept(cursor, 'sign', '(')) return readCondition(cursor, depth)
  const condition = readOr(cursor, depth + 1)
  expect(cursor, 'sign', ')')
  return condition
}

function readCondition(cursor: Cursor, depth: number): Condition {
  const start = peek(cursor)
  const period = readPeriod(cursor)
  if (period) {
    const sign = take(cursor)
    const operator = sign.is === 'sign' ? flipped[sign.text] : undefined
    if (operator === undefined) throw unexpected(sign, 'a comparison (=, <, >, <=, >=) is expected here')
    return { is: 'during', field: readField(cursor), operator, period }
  }
  const left = readOperand(cursor, depth)
  const token = take(cursor)
  if (token.is === 'sign' && token.text in flipped) return readComparison(cursor, left, token.text as Operator, depth)
  const name = isField(start) ? `[${start.text}]` : '…'
  if (token.is === 'sign' && (token.text === '<>' || token.text === '!=')) {
    throw refuse(`"${token.text}" is not known; write "not ${name} = …"`, token.at)
  }
  if (token.is === 'word') {
    if (token.text === 'in') return readIn(cursor, left, depth)
    if (token.text === 'like' || token.text === 'likef') return readLike(cursor, left, token.text)
    if (token.text === 'is') return readIsNull(cursor, left, name)
    if (token.text === 'not')
      throw refuse(`"not" must come before the condition; write "not ${name} ${rest(cursor)}"`, token.at)
  }
  throw unexpected(token, 'a comparison (=, <, >, <=, >=, like, likef, in, is null) is expected here')
}

function readComparison(cursor: Cursor, left: Operand, operator: Operator, depth: number): Condition {
  const token = peek(cursor)
  const period = readPeriod(cursor)
  if (period) return { is: 'during', field: onlyField(left), operator, period }
  if (token.is === 'word' && token.text === 'null') throw refuse('nothing equals null; write "[…] is null"', token.at)
  const right = readOperand(cursor, depth)
  if (!isConstant(left)) return { is: 'compare', operator, left, right }
  if (isConstant(right)) throw refuse('two values are compared here; one side must be a field', token.at)
  return { is: 'compare', operator: flipped[operator]!, left: right, right: left }
}

function readLike(cursor: Cursor, left: Operand, word: string): Condition {
  const token = take(cursor)
  if (token.is !== 'string') throw unexpected(token, `"${word}" needs a text in single quotes`)
  return { is: 'like', field: onlyField(left), pattern: token.text, whole: word === 'likef' }
}

function readIsNull(cursor: Cursor, left: Operand, name: string): Condition {
  const token = take(cursor)
  if (token.is === 'word' && token.text === 'null') return { is: 'empty', field: onlyField(left) }
  if (token.text === 'not') throw refuse(`"not" must come before the condition; write "not ${name} is null"`, token.at)
  throw unexpected(token, '"null" is expected here')
}

function readIn(cursor: Cursor, value: Operand, depth: number): Condition {
  const token = peek(cursor)
  if (isField(token)) return { is: 'in', value, among: readField(cursor) }
  const period = readPeriod(cursor)
  if (period) return { is: 'during', field: onlyField(value), operator: '=', period }
  expect(cursor, 'sign', '(')
  if (isSubQuery(cursor)) return { is: 'in', value, among: readSubQuery(cursor, depth, true) }
  if (isConstant(value)) throw refuse('two values are compared here; one side must be a field', token.at)
  const among = readPeriod(cursor)
  if (among) {
    expect(cursor, 'sign', ')')
    return { is: 'during', field: onlyField(value), operator: '=', period: among }
  }
  return { is: 'in', value, among: { is: 'values', values: readList(cursor) } }
}

function readList(cursor: Cursor) {
  if (accept(cursor, 'sign', ')')) return []
  const values = [readConstant(cursor)]
  while (accept(cursor, 'sign', ',')) {
    values.push(readConstant(cursor))
  }
  expect(cursor, 'sign', ')')
  // The values can be counted after they are read, because an EQL text has at most 32 KiB.
  spendList(cursor.budget, values.length)
  return values
}

function readOperand(cursor: Cursor, depth: number): Operand {
  const token = peek(cursor)
  if (isField(token)) return readField(cursor)
  if (token.text !== 'count' || peek(cursor, 1).text !== '(') return readConstant(cursor)
  cursor.index += 2
  if (isSubQuery(cursor)) return { is: 'count', what: readSubQuery(cursor, depth, false), at: token.at }
  const what = readField(cursor)
  expect(cursor, 'sign', ')')
  return { is: 'count', what, at: token.at }
}

function isSubQuery(cursor: Cursor): boolean {
  const token = peek(cursor)
  return token.is === 'word' && (token.text === 'select' || token.text === 'from')
}

/**
 * Reads a sub-query up to its closing bracket, in both word orders (`select … from …` and `from … select …`). A
 * sub-query of Count needs no `select`.
 */
function readSubQuery(cursor: Cursor, depth: number, needsSelect: boolean): SubQuery {
  spend(cursor.budget, depth + 1)
  const { at } = peek(cursor)
  let select = accept(cursor, 'word', 'select') ? readField(cursor) : undefined
  expect(cursor, 'word', 'from')
  const source = take(cursor)
  const { namespace, code } = splitPath(source.text)
  if (source.is !== 'field' || namespace === '')
    throw unexpected(source, 'an application is expected here, as [namespace.code]')
  if (!select && (needsSelect || peek(cursor).text === 'select')) {
    expect(cursor, 'word', 'select')
    select = readField(cursor)
  }
  const where = accept(cursor, 'word', 'where') ? readOr(cursor, depth + 2) : undefined
  expect(cursor, 'sign', ')')
  const query = { is: 'subquery', namespace, code, at } as const
  return { ...query, ...(select && { select }), ...(where && { where }) }
}

function onlyField(operand: Operand): FieldPath {
  if (operand.is === 'field') return operand
  throw refuse('a field in square brackets is expected here', operand.at)
}

function rest(cursor: Cursor): string {
  const word = peek(cursor).text
  return word === 'in' ? 'in (…)' : word.startsWith('like') ? `${word} '…'` : '…'
}
