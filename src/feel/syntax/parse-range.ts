import type { ComparisonOperator, Node } from './ast.ts'
import type { Cursor } from './cursor.ts'

/** The properties of the bounds of a range. */
interface Bounds {
  readonly start: Node | undefined
  readonly startIncluded: boolean
  readonly end: Node | undefined
  readonly endIncluded: boolean
  readonly operator?: '=' | '!='
}

function rangeNode(at: number, bounds: Bounds): Node {
  const type = bounds.start?.type ?? bounds.end?.type ?? 'Any'
  return { is: 'range', ...bounds, at, type: { range: type } }
}

/** Parses the rest of a range, from the `..` on. */
export function parseRangeEnd(cursor: Cursor, at: number, start: Node, startIncluded: boolean): Node {
  cursor.expect('..')
  const end = cursor.expressionInRange()
  const { text } = cursor.peek()
  if (!cursor.accept(']') && !cursor.accept(')') && !cursor.accept('[')) {
    throw cursor.unexpected('"]", ")" or "[" is expected at the end of a range')
  }
  return rangeNode(at, { start, startIncluded, end, endIncluded: text === ']' })
}

/** Signs and words that do not begin the condition of a filter. A `[` before one of them ends a range. */
const noStart = new Set([
  ')',
  ']',
  ',',
  '}',
  'and',
  'or',
  'then',
  'else',
  'return',
  'satisfies',
  'in',
  '=',
  '!=',
  '.',
  '*',
  '/',
  '+',
  '[',
  '',
])

/** Returns whether the `[` at the cursor ends a range instead of beginning a filter. */
export function endsRange(cursor: Cursor): boolean {
  const next = cursor.peek(1)
  return cursor.isInRange && next.is !== 'string' && noStart.has(next.text)
}

/** Returns the range of the values that pass a comparison with a bound, such as `(> 5)`. */
export function comparisonRange(at: number, operator: ComparisonOperator, bound: Node): Node {
  const none = { start: undefined, startIncluded: false, end: undefined, endIncluded: false }
  switch (operator) {
    case '<':
      return rangeNode(at, { ...none, end: bound })
    case '<=':
      return rangeNode(at, { ...none, end: bound, endIncluded: true })
    case '>':
      return rangeNode(at, { ...none, start: bound })
    case '>=':
      return rangeNode(at, { ...none, start: bound, startIncluded: true })
    case '=':
    case '!=': {
      const isIncluded = operator === '='
      return rangeNode(at, { start: bound, startIncluded: isIncluded, end: bound, endIncluded: isIncluded, operator })
    }
  }
}
