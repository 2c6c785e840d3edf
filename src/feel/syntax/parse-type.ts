import { didYouMean } from '../../foundation/kit/nearest.ts'
import { type FeelType, simpleTypes } from '../values/types.ts'
import type { Cursor } from './cursor.ts'
import { parseNewName } from './names.ts'

const generic: Readonly<Record<string, FeelType>> = {
  list: { list: 'Any' },
  context: { context: {} },
  range: 'range',
  function: 'function',
  'day time duration': 'days and time duration',
  'year month duration': 'years and months duration',
}
const simple: ReadonlyMap<string, FeelType> = new Map([
  ...simpleTypes.map((type): [string, FeelType] => [type, type]),
  ...Object.entries(generic),
])

/** Parses a type, such as `number`, `date and time`, `list<string>` or `context<a: number>`. */
export function parseType(cursor: Cursor): FeelType {
  return cursor.nested(() => {
    if (cursor.sees('<', 1)) {
      if (cursor.accept('list')) return { list: parseArgument(cursor) }
      if (cursor.accept('range')) return { range: parseArgument(cursor) }
      if (cursor.accept('context')) return parseContextType(cursor)
      if (cursor.accept('function')) return parseFunctionType(cursor)
    }
    return parseSimpleType(cursor)
  })
}

function parseSimpleType(cursor: Cursor): FeelType {
  const words: string[] = []
  while (cursor.peek(words.length).is === 'word' && words.length < 5) words.push(cursor.peek(words.length).text)
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    const type = Object.hasOwn(cursor.types, name) ? cursor.types[name] : simple.get(name)
    if (type === undefined) continue
    cursor.index += count
    return type
  }
  if (words.length === 0) throw cursor.unexpected('a type is expected')
  throw cursor.refuse(
    `unknown type "${words[0]}"`,
    didYouMean(words[0]!, [...Object.keys(cursor.types), ...simple.keys()]),
  )
}

function parseArgument(cursor: Cursor): FeelType {
  cursor.expect('<')
  const type = parseType(cursor)
  cursor.expect('>')
  return type
}

function parseContextType(cursor: Cursor): FeelType {
  const entries: [string, FeelType][] = []
  cursor.expect('<')
  do {
    const name = parseNewName(cursor, [':'])
    cursor.expect(':')
    entries.push([name, parseType(cursor)])
  } while (cursor.accept(','))
  cursor.expect('>')
  return { context: Object.fromEntries(entries) }
}

function parseFunctionType(cursor: Cursor): FeelType {
  const parameters: FeelType[] = []
  cursor.expect('<')
  if (!cursor.sees('>')) {
    do parameters.push(parseType(cursor))
    while (cursor.accept(','))
  }
  cursor.expect('>')
  cursor.expect('->')
  return { parameters, result: parseType(cursor) }
}
