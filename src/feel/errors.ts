import { errorKind, type PlatformError } from '../foundation/kit/errors.ts'

const wrongExpression = errorKind(
  'expression.wrong_text',
  400,
  'The FEEL expression cannot be compiled. `line` and `column` are the position of the error, counted from 1.',
)
export const limitExceeded = errorKind(
  'expression.limit_exceeded',
  400,
  'The evaluation of the FEEL expression took too many steps or computed a value that is too large. Simplify the expression.',
)

/**
 * Creates the error for a wrong FEEL text. `offset` is the position of the error in the text, counted from 0. The hint
 * follows the position and begins with a semicolon.
 */
export function refuse(text: string, offset: number, sentence: string, hint = ''): PlatformError {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - before.lastIndexOf('\n')
  return wrongExpression(`${sentence} at ${line}:${column}${hint}`, { line, column })
}
