import { refuse } from '../errors.ts'
import { maxTextLength } from '../limits.ts'
import type { FeelType } from '../values/types.ts'
import type { Node, UnaryTests } from './ast.ts'
import { Cursor } from './cursor.ts'
import { foreignExpression } from './foreign.ts'
import { readTokens } from './lexer.ts'
import { parseOr } from './parse-operators.ts'
import { parseUnaryTests } from './parse-tests.ts'
import type { Scope } from './scope.ts'

/** The names and types that a text can refer to. */
export interface Surroundings {
  readonly scope: Scope
  readonly types: Readonly<Record<string, FeelType>>
  /** Receives each part that can only be null; if absent, such a part is refused. */
  readonly onMistake?: ((message: string) => void) | undefined
}

/** Parses a FEEL expression. Throws `expression.wrong_text`. */
export function parseExpression(text: string, surroundings: Surroundings): Node {
  return parseWhole(text, surroundings, (cursor) => cursor.expression())
}

/** Parses the tests of a decision table cell. Throws `expression.wrong_text`. */
export function parseTests(text: string, surroundings: Surroundings): UnaryTests {
  return parseWhole(text, surroundings, parseUnaryTests)
}

function parseWhole<T>(text: string, surroundings: Surroundings, parse: (cursor: Cursor) => T): T {
  if (text.length > maxTextLength) throw refuse('', 0, `the expression is longer than ${maxTextLength} characters`)
  const foreign = foreignExpression(text)
  if (foreign !== undefined) throw refuse(text, 0, foreign)
  const cursor = new Cursor({ text, tokens: readTokens(text), ...surroundings, parseExpression: parseOr })
  if (cursor.peek().is === 'end') throw cursor.refuse('the expression is empty')
  const result = parse(cursor)
  if (cursor.peek().is !== 'end') throw cursor.unexpected('the end of the expression is expected')
  return result
}
