import type { ComparisonOperator, Node, Test, UnaryTests } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { comparisonOperators } from './parse-boxed.ts'
import { parseRangeEnd } from './parse-range.ts'

type Parse = (cursor: Cursor) => Node

/** Parses the tests after `in`: one test, or tests in parentheses. */
export function parseInTests(cursor: Cursor, parseOperand: Parse): Test[] {
  if (!cursor.sees('(')) return [parseTest(cursor, parseOperand)]
  const { at } = cursor.take()
  const tests = [parseTest(cursor, (inner) => inner.expression())]
  const [first] = tests
  if (first?.operator === undefined && cursor.sees('..')) {
    return [{ ...first!, operand: parseRangeEnd(cursor, at, first!.operand, false) }]
  }
  while (cursor.accept(',')) tests.push(parseTest(cursor, (inner) => inner.expression()))
  cursor.expect(')')
  return tests
}

function parseTest(cursor: Cursor, parseOperand: Parse): Test {
  const { is, text } = cursor.peek()
  const readsBefore = cursor.inputReads
  const operator = is === 'sign' && comparisonOperators.has(text) ? (text as ComparisonOperator) : undefined
  if (operator) cursor.take()
  const operand = parseOperand(cursor)
  return { operator, operand, usesInput: cursor.inputReads > readsBefore }
}

/** Parses the tests of a decision table cell: `-`, `not(…)`, or tests with commas between them (10.3.1.2, rule 15). */
export function parseUnaryTests(cursor: Cursor): UnaryTests {
  if (cursor.sees('-') && cursor.peek(1).is === 'end') {
    cursor.take()
    return { isNegated: false, tests: [] }
  }
  const isNegated = cursor.sees('not') && cursor.sees('(', 1) && closesAtEnd(cursor, 1)
  if (isNegated) cursor.index += 2
  const tests: Test[] = []
  do tests.push(parseTest(cursor, (inner) => inner.expression()))
  while (cursor.accept(','))
  if (isNegated) cursor.expect(')')
  return { isNegated, tests }
}

/** Returns whether the parenthesis at a token is closed by the last token of the text. */
function closesAtEnd(cursor: Cursor, ahead: number): boolean {
  const open = new Set(['(', '[', '{'])
  const close = new Set([')', ']', '}'])
  let depth = 0
  for (let index = ahead; cursor.peek(index).is !== 'end'; index++) {
    const { is, text } = cursor.peek(index)
    if (is !== 'sign') continue
    if (open.has(text)) depth++
    if (close.has(text) && --depth === 0) return cursor.peek(index + 1).is === 'end'
  }
  return false
}
