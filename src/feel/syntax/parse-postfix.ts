import { maxNesting } from '../limits.ts'
import { entriesOf, type FeelType, itemType } from '../values/types.ts'
import type { Node } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { parseKey, parseName, parseNewName, scopeOf } from './names.ts'
import { parseContext, parseList, parseOpenRange, parseParenthesis } from './parse-boxed.ts'
import { parseFlow } from './parse-flow.ts'
import { parseLiteral } from './parse-literal.ts'
import { endsRange } from './parse-range.ts'
import { Scope } from './scope.ts'

/** Parses a value and the paths, filters and calls that follow. */
export function parsePostfix(cursor: Cursor): Node {
  let node = parsePrimary(cursor)
  for (let count = 0; ; count++) {
    const next = parseStep(cursor, node)
    if (next === undefined) return node
    if (count === maxNesting) throw cursor.refuse(`more than ${maxNesting} paths, filters and calls follow each other`)
    node = next
  }
}

function parseStep(cursor: Cursor, node: Node): Node | undefined {
  const { at } = cursor.peek()
  if (cursor.accept('.')) return { is: 'path', base: node, at, ...parseKey(cursor, node) }
  if (cursor.sees('(')) return parseCall(cursor, node)
  if (!cursor.sees('[') || endsRange(cursor)) return undefined
  cursor.take()
  const condition = cursor.expressionIn(filterScope(cursor.scope, node.type))
  cursor.expect(']')
  const isIndex = condition.is === 'literal' && condition.type === 'number'
  const type: FeelType = isIndex ? itemType(node.type) : { list: itemType(node.type) }
  return { is: 'filter', list: node, condition, at, type }
}

/**
 * Returns the scope of a filter, in which `item` and the entries of the item are visible. The scope is open if the
 * item can have unknown entries.
 */
function filterScope(parent: Scope, type: FeelType): Scope {
  const item = itemType(type)
  const entries = entriesOf(item)
  const isOpen = entries === undefined && (item === 'Any' || typeof item === 'object')
  const scope = entries ? scopeOf(entries, parent) : new Scope(parent, isOpen)
  return entries && 'item' in entries ? scope : scope.add('item', item)
}

function parsePrimary(cursor: Cursor): Node {
  const simple = parseLiteral(cursor) ?? parseFlow(cursor)
  if (simple !== undefined) return simple
  if (cursor.peek().is === 'sign') {
    if (cursor.sees('(')) return parseParenthesis(cursor)
    if (cursor.sees('[')) return parseList(cursor)
    if (cursor.sees(']')) return parseOpenRange(cursor)
    if (cursor.sees('{')) return parseContext(cursor)
  }
  return parseName(cursor)
}

/** Parses the arguments of a call, by position or by name. */
function parseCall(cursor: Cursor, callee: Node): Node {
  const { at } = cursor.expect('(')
  const args: Node[] = []
  const names: string[] = []
  if (!cursor.accept(')')) {
    const isNamed = startsNamedArgument(cursor)
    do {
      if (isNamed) {
        names.push(parseNewName(cursor, [':']))
        cursor.expect(':')
      }
      args.push(cursor.expression())
    } while (cursor.accept(','))
    cursor.expect(')')
    if (callee.is !== 'mistake' && new Set(names).size < names.length) {
      return cursor.mistake('the same parameter is given twice', '', at)
    }
  }
  // The call of an unknown function.
  if (callee.is === 'mistake') return callee
  return { is: 'call', callee, args, names: names.length > 0 ? names : undefined, at: callee.at, type: 'Any' }
}

/** Returns whether the next tokens are words and a colon. */
function startsNamedArgument(cursor: Cursor): boolean {
  let ahead = 0
  while (cursor.peek(ahead).is === 'word') ahead++
  return ahead > 0 && cursor.sees(':', ahead)
}
