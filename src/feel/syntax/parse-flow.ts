import { maxNesting } from '../limits.ts'
import { type FeelType, itemType } from '../values/types.ts'
import type { Iterator, Node, Parameter } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { parseNewName } from './names.ts'
import { parseType } from './parse-type.ts'
import { Scope } from './scope.ts'

/** Parses `if`, `for`, `some`, `every` or `function`; returns undefined for anything else. */
export function parseFlow(cursor: Cursor): Node | undefined {
  const { is, text } = cursor.peek()
  if (is !== 'word') return undefined
  if (text === 'if') return parseIf(cursor)
  if (text === 'for') return parseFor(cursor)
  if (text === 'some' || text === 'every') return parseQuantified(cursor, text)
  return text === 'function' && cursor.sees('(', 1) ? parseFunction(cursor) : undefined
}

function parseIf(cursor: Cursor): Node {
  const { at } = cursor.expect('if')
  const condition = cursor.expression()
  cursor.expect('then')
  const then = cursor.expression()
  if (!cursor.sees('else')) throw cursor.unexpected('"else" is expected')
  cursor.take()
  const otherwise = cursor.expression()
  return { is: 'if', condition, then, otherwise, at, type: then.type === otherwise.type ? then.type : 'Any' }
}

function parseFor(cursor: Cursor): Node {
  const { at } = cursor.expect('for')
  const { iterators, scope } = parseIterators(cursor)
  cursor.expect('return')
  scope.add('partial', { list: 'Any' })
  const result = cursor.expressionIn(scope)
  return { is: 'for', iterators, result, at, type: { list: result.type } }
}

function parseQuantified(cursor: Cursor, is: 'some' | 'every'): Node {
  const { at } = cursor.expect(is)
  const { iterators, scope } = parseIterators(cursor)
  cursor.expect('satisfies')
  return { is, iterators, condition: cursor.expressionIn(scope), at, type: 'boolean' }
}

/** Parses `x in list, y in 1..x`. Each list can read the variables before it. */
function parseIterators(cursor: Cursor): { iterators: Iterator[]; scope: Scope } {
  const iterators: Iterator[] = []
  let { scope } = cursor
  do {
    const name = parseNewName(cursor, ['in'])
    cursor.expect('in')
    const list = parseIteratorList(cursor, scope)
    iterators.push({ name, list })
    if (iterators.length > maxNesting) throw cursor.refuse(`a loop has more than ${maxNesting} variables`)
    scope = new Scope(scope).add(name, variableType(list))
  } while (cursor.accept(','))
  return { iterators, scope: new Scope(scope) }
}

/** A variable of a range has the type of its bounds; a variable of a list has the type of its items. */
function variableType({ type }: Node): FeelType {
  return typeof type === 'object' && 'range' in type ? type.range : itemType(type)
}

function parseIteratorList(cursor: Cursor, scope: Scope): Node {
  const { at } = cursor.peek()
  const start = cursor.expressionIn(scope)
  if (!cursor.accept('..')) return start
  const end = cursor.expressionIn(scope)
  return {
    is: 'range',
    start,
    startIncluded: true,
    end,
    endIncluded: true,
    isLoop: true,
    at,
    type: { range: start.type },
  }
}

function parseFunction(cursor: Cursor): Node {
  const { at } = cursor.expect('function')
  cursor.expect('(')
  const parameters: Parameter[] = []
  const scope = new Scope(cursor.scope)
  if (!cursor.accept(')')) {
    do {
      const name = parseNewName(cursor, [':', ',', ')'])
      const type = cursor.accept(':') ? parseType(cursor) : 'Any'
      if (parameters.some((parameter) => parameter.name === name)) {
        throw cursor.refuse(`the function has the parameter "${name}" twice`)
      }
      parameters.push({ name, type })
      scope.add(name, type)
    } while (cursor.accept(','))
    cursor.expect(')')
  }
  if (cursor.sees('external')) {
    const external = cursor.mistake('external functions are not supported', '; write the function in FEEL')
    cursor.take()
    cursor.expressionIn(new Scope(cursor.scope, true))
    return external
  }
  return { is: 'function', parameters, body: cursor.expressionIn(scope), at, type: 'function' }
}
