import type { FeelType } from '../values/types.ts'
import type { ComparisonOperator, Node } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { parseNewName } from './names.ts'
import { comparisonRange, parseRangeEnd } from './parse-range.ts'
import { Scope } from './scope.ts'

export const comparisonOperators: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>='])

/** Parses `(expression)`, `(1..5]` or `(> 5)`. */
export function parseParenthesis(cursor: Cursor): Node {
  const { at } = cursor.expect('(')
  const { text } = cursor.peek()
  if (cursor.peek().is === 'sign' && comparisonOperators.has(text)) return parseComparisonRange(cursor, at)
  const inner = cursor.expression()
  if (cursor.sees('..')) return parseRangeEnd(cursor, at, inner, false)
  cursor.expect(')')
  return inner
}

function parseComparisonRange(cursor: Cursor, at: number): Node {
  const operator = cursor.take().text as ComparisonOperator
  const range = comparisonRange(at, operator, cursor.expression())
  cursor.expect(')')
  return range
}

/** Parses `[a, b]` or `[1..5]`. */
export function parseList(cursor: Cursor): Node {
  const { at } = cursor.expect('[')
  const items: Node[] = []
  if (!cursor.accept(']')) {
    do items.push(cursor.expression())
    while (cursor.accept(','))
    if (items.length === 1 && cursor.sees('..')) return parseRangeEnd(cursor, at, items[0]!, true)
    cursor.expect(']')
  }
  const [first] = items
  const type = first !== undefined && items.every((item) => item.type === first.type) ? first.type : 'Any'
  return { is: 'list', items, at, type: { list: type } }
}

/** Parses `]1..5]`, a range that excludes its start. */
export function parseOpenRange(cursor: Cursor): Node {
  const { at } = cursor.expect(']')
  const start = cursor.expression()
  return parseRangeEnd(cursor, at, start, false)
}

/** Parses `{key: expression, …}`. Each entry sees the entries before it. */
export function parseContext(cursor: Cursor): Node {
  const { at } = cursor.expect('{')
  const entries: { key: string; value: Node }[] = []
  const types = new Map<string, FeelType>()
  const scope = new Scope(cursor.scope)
  let repeated: Node | undefined
  if (!cursor.accept('}')) {
    do {
      const key = parseContextKey(cursor)
      if (types.has(key)) repeated ??= cursor.mistake(`the context has the key "${key}" twice`)
      cursor.expect(':')
      const value = cursor.expressionIn(scope)
      entries.push({ key, value })
      types.set(key, value.type)
      scope.add(key, value.type)
    } while (cursor.accept(','))
    cursor.expect('}')
  }
  return repeated ?? { is: 'context', entries, at, type: { context: Object.fromEntries(types) } }
}

function parseContextKey(cursor: Cursor): string {
  return cursor.peek().is === 'string' ? cursor.take().text : parseNewName(cursor, [':'])
}
