import type { ArithmeticOperator, ComparisonOperator, Node } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { comparisonOperators } from './parse-boxed.ts'
import { parsePostfix } from './parse-postfix.ts'
import { parseInTests } from './parse-tests.ts'
import { parseType } from './parse-type.ts'

/**
 * Parses an expression (10.3.1.2). Operators from the lowest to the highest precedence: `or`, `and`, comparisons, `+
 * -`, `* /`, `**`, the minus sign.
 */
export function parseOr(cursor: Cursor): Node {
  return parseLogic(cursor, 'or', (inner) => parseLogic(inner, 'and', parseComparison))
}

function parseLogic(cursor: Cursor, is: 'and' | 'or', parseOperand: (cursor: Cursor) => Node): Node {
  const first = parseOperand(cursor)
  const { at } = cursor.peek()
  if (!isWord(cursor, is)) return first
  const operands = [first]
  while (isWord(cursor, is)) {
    cursor.take()
    operands.push(parseOperand(cursor))
  }
  return { is, operands, at, type: 'boolean' }
}

const isWord = (cursor: Cursor, text: string): boolean => cursor.peek().is === 'word' && cursor.sees(text)

function parseComparison(cursor: Cursor): Node {
  const left = parseAdditive(cursor)
  const { at, is, text } = cursor.peek()
  if (is === 'sign' && comparisonOperators.has(text)) {
    cursor.take()
    const right = parseAdditive(cursor)
    return { is: 'comparison', operator: text as ComparisonOperator, left, right, at, type: 'boolean' }
  }
  if (cursor.accept('between')) {
    const low = parseAdditive(cursor)
    cursor.expect('and')
    return { is: 'between', value: left, low, high: parseAdditive(cursor), at, type: 'boolean' }
  }
  if (!cursor.accept('in')) return left
  return { is: 'in', value: left, tests: parseInTests(cursor, parseAdditive), at, type: 'boolean' }
}

const additive: ReadonlySet<string> = new Set(['+', '-'])
const multiplicative: ReadonlySet<string> = new Set(['*', '/'])
const powers: ReadonlySet<string> = new Set(['**'])

function parseAdditive(cursor: Cursor): Node {
  return parseChain(cursor, additive, (inner) =>
    parseChain(inner, multiplicative, (factor) => parseChain(factor, powers, parseUnary)),
  )
}

/** Parses operands with operators of one precedence between them, which are left-associative. */
function parseChain(cursor: Cursor, operators: ReadonlySet<string>, parseOperand: (cursor: Cursor) => Node): Node {
  const first = parseOperand(cursor)
  const { at } = cursor.peek()
  const rest: { operator: ArithmeticOperator; operand: Node }[] = []
  while (cursor.peek().is === 'sign' && operators.has(cursor.peek().text)) {
    const operator = cursor.take().text as ArithmeticOperator
    rest.push({ operator, operand: parseOperand(cursor) })
  }
  if (rest.length === 0) return first
  const isNumber = first.type === 'number' && rest.every(({ operand }) => operand.type === 'number')
  return { is: 'arithmetic', first, rest, at, type: isNumber ? 'number' : 'Any' }
}

function parseUnary(cursor: Cursor): Node {
  const { at } = cursor.peek()
  if (!cursor.accept('-')) return parseInstance(cursor)
  const operand = cursor.nested(() => parseUnary(cursor))
  return { is: 'negation', operand, at, type: operand.type }
}

function parseInstance(cursor: Cursor): Node {
  const value = parsePostfix(cursor)
  const { at } = cursor.peek()
  if (!cursor.accept('instance')) return value
  cursor.expect('of')
  return { is: 'instance of', value, of: parseType(cursor), at, type: 'boolean' }
}
