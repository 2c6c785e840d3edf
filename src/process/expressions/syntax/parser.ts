import { refuse } from '../errors.ts'
import { maxTextLength } from '../limits.ts'
import type { Node, UnaryTests } from './ast.ts'
import { Cursor } from './cursor.ts'
import { foreignExpression } from './foreign.ts'
import { readTokens } from './lexer.ts'
import { parseOr } from './parse-operators.ts'
import { parseUnaryTests } from './parse-tests.ts'
import type { Scope } from './scope.ts'

/** Parses a FEEL expression whose free names are in the scope. Throws `expression.wrong_text`. */
export function parseExpression(text: string, scope: Scope): Node {
  return parseWhole(text, scope, (cursor) => cursor.expression())
}

/** Parses the tests of a decision table cell. Throws `expression.wrong_text`. */
export function parseTests(text: string, scope: Scope): UnaryTests {
  return parseWhole(text, scope, parseUnaryTests)
}

function parseWhole<T>(text: string, scope: Scope, parse: (cursor: Cursor) => T): T {
  if (text.length > maxTextLength) throw refuse('', 0, `the expression is longer than ${maxTextLength} characters`)
  const foreign = foreignExpression(text)
  if (foreign !== undefined) throw refuse(text, 0, foreign)
  const cursor = new Cursor(text, readTokens(text), scope, parseOr)
  if (cursor.peek().is === 'end') throw cursor.refuse('the expression is empty')
  const result = parse(cursor)
  if (cursor.peek().is !== 'end') throw cursor.unexpected('the end of the expression is expected')
  return result
}
