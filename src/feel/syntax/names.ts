import { didYouMean } from '../../foundation/kit/nearest.ts'
import { entriesOf, type FeelType, itemType } from '../values/types.ts'
import type { Node } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { Scope } from './scope.ts'

/** Reserved words. They end an undeclared name. */
const keywords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'in',
  'between',
  'instance',
  'if',
  'then',
  'else',
  'for',
  'return',
  'some',
  'every',
  'satisfies',
  'function',
  'true',
  'false',
  'null',
])

/** Returns the number of words from the cursor on that are not keywords. These words form an undeclared name. */
function countWords(cursor: Cursor): number {
  let count = 0
  while (cursor.peek(count).is === 'word' && !keywords.has(cursor.peek(count).text)) count++
  return count
}

/** Takes tokens and returns them as a name with single spaces. */
function takeWords(cursor: Cursor, count: number): string {
  const words: string[] = []
  for (let index = 0; index < count; index++) words.push(cursor.take().text)
  return words.join(' ')
}

/** Parses a name that is read: the longest known name, or as many words as possible where unknown names are allowed. */
export function parseName(cursor: Cursor): Node {
  const { at, text } = cursor.peek()
  const known = cursor.scope.longest(cursor.tokens, cursor.index)
  const words = countWords(cursor)
  if (known !== undefined && (known.count >= words || !cursor.scope.isOpen)) {
    cursor.index += known.count
    const { name, type, isBuiltin } = known.found
    if (name === '?') cursor.inputReads++
    return { is: 'name', name, isBuiltin, at, type }
  }
  if (words === 0) throw cursor.unexpected('an expression is expected')
  if (text === '?') throw cursor.refuse('"?" is the input of a decision table and has no meaning here')
  if (cursor.sees('(', words) && !cursor.scope.hasUnknownFunctions) return unknownFunction(cursor, words)
  if (!cursor.scope.isOpen) throw unknownName(cursor, words)
  return { is: 'name', name: takeWords(cursor, words), isBuiltin: false, at, type: 'Any' }
}

function unknownName(cursor: Cursor, words: number): Error {
  const { at } = cursor.peek()
  const name = takeWords(cursor, Math.min(words, 10)).slice(0, 100)
  return cursor.refuse(`unknown name "${name}"`, didYouMean(name, cursor.scope.names()), at)
}

function unknownFunction(cursor: Cursor, words: number): Node {
  const { at } = cursor.peek()
  const name = takeWords(cursor, words).slice(0, 100)
  return cursor.mistake(`unknown function "${name}"`, didYouMean(name, cursor.scope.names()), at)
}

/** Parses the key after the dot of a path. The key is checked when the entries of the base are known. */
export function parseKey(cursor: Cursor, base: Node): { key: string; type: FeelType } {
  const entries = entriesOf(itemType(base.type))
  if (cursor.peek().is !== 'word') throw cursor.unexpected('a name is expected after the dot')
  if (entries === undefined) return { key: takeWords(cursor, Math.max(1, countWords(cursor))), type: 'Any' }
  const known = scopeOf(entries).longest(cursor.tokens, cursor.index)
  if (known === undefined) {
    const { at } = cursor.peek()
    const key = takeWords(cursor, Math.max(1, countWords(cursor))).slice(0, 100)
    cursor.mistake(`unknown name "${key}"`, didYouMean(key, Object.keys(entries)), at)
    return { key, type: 'Any' }
  }
  cursor.index += known.count
  const { name, type } = known.found
  return { key: name, type: typeof base.type === 'object' && 'list' in base.type ? { list: itemType(type) } : type }
}

/** Returns a scope with the entries of a context. */
export function scopeOf(entries: Readonly<Record<string, FeelType>>, parent?: Scope): Scope {
  const scope = new Scope(parent)
  for (const [name, type] of Object.entries(entries)) scope.add(name, type)
  return scope
}

/** Parses a new name, such as the variable of `for`, up to one of the given signs or words. */
export function parseNewName(cursor: Cursor, ends: readonly string[]): string {
  const start = cursor.peek()
  if (start.is !== 'word' || (keywords.has(start.text) && !ends.includes(cursor.peek(1).text))) {
    throw cursor.unexpected('a name is expected')
  }
  const parts: string[] = []
  let last = start
  while (!ends.some((end) => cursor.sees(end))) {
    const token = cursor.peek()
    if (token.is === 'end' || token.is === 'string') throw cursor.unexpected(`"${ends[0]}" is expected`)
    parts.push(cursor.text.slice(parts.length === 0 ? token.at : last.end, token.end))
    last = cursor.take()
  }
  return parts.join('').replace(/\s+/g, ' ')
}
