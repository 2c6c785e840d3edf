import { matcherOf, readClass, readEscape } from './character-class.ts'
import { maxGroups, maxRepeats, type Pattern, type PatternFlags } from './syntax.ts'

/** Internal error for an invalid pattern. */
class InvalidPattern extends Error {}

interface Reader {
  readonly text: string
  readonly flags: PatternFlags
  index: number
  groups: number
  /** Numbers of the groups that are complete, to which a back reference can refer. */
  readonly closed: Set<number>
  depth: number
}

/** Parses a pattern; returns undefined when it is invalid. */
export function parsePattern(text: string, flags: PatternFlags): { pattern: Pattern; groups: number } | undefined {
  const reader: Reader = {
    text: flags.extended ? withoutSpace(text) : text,
    flags,
    index: 0,
    groups: 0,
    closed: new Set(),
    depth: 0,
  }
  try {
    const pattern = readChoice(reader)
    return reader.index < reader.text.length ? undefined : { pattern, groups: reader.groups }
  } catch (error) {
    if (error instanceof InvalidPattern) return undefined
    throw error
  }
}

/** Removes the white space of a pattern outside of classes. */
function withoutSpace(text: string): string {
  return text.replace(/(\[(?:\\.|[^\]\\])*\])|\s+/gs, (_, characterClass: string | undefined) => characterClass ?? '')
}

function readChoice(reader: Reader): Pattern {
  if (++reader.depth > maxGroups) throw new InvalidPattern()
  const parts = [readSequence(reader)]
  while (reader.text[reader.index] === '|') {
    reader.index++
    parts.push(readSequence(reader))
  }
  reader.depth--
  return parts.length === 1 ? parts[0]! : { is: 'choice', parts }
}

function readSequence(reader: Reader): Pattern {
  const parts: Pattern[] = []
  while (reader.index < reader.text.length && !'|)'.includes(reader.text[reader.index]!)) {
    parts.push(readRepeat(reader, readAtom(reader)))
  }
  return { is: 'sequence', parts }
}

const quantifier = /[*+?]|\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/y

function readRepeat(reader: Reader, body: Pattern): Pattern {
  quantifier.lastIndex = reader.index
  const found = quantifier.exec(reader.text)
  if (found === null) return body
  reader.index += found[0].length
  const isLazy = reader.text[reader.index] === '?'
  if (isLazy) reader.index++
  const min = found[1] === undefined ? (found[0] === '+' ? 1 : 0) : Number(found[1])
  const bounded = found[2] === undefined ? min : found[3] === undefined ? undefined : Number(found[3])
  const max = found[1] === undefined ? (found[0] === '?' ? 1 : undefined) : bounded
  if (max !== undefined && (max < min || max > maxRepeats)) throw new InvalidPattern()
  if (min > maxRepeats) throw new InvalidPattern()
  return { is: 'repeat', body, min, max, isLazy }
}

function readAtom(reader: Reader): Pattern {
  const { text, flags, index } = reader
  const character = String.fromCodePoint(text.codePointAt(index)!)
  reader.index += character.length
  switch (character) {
    case '(':
      return readGroup(reader)
    case '^':
      return { is: 'start' }
    case '$':
      return { is: 'end' }
    case '.':
      return { is: 'character', matches: flags.dotAll ? () => true : (one) => one !== '\n' && one !== '\r' }
    case '[':
      return ended(reader, readClass(text, index, flags.ignoreCase))
    case '\\': {
      const reference = readReference(reader)
      if (reference !== undefined) return reference
      const escaped = readEscape(text, index)
      const matches = escaped && matcherOf(escaped.source, flags.ignoreCase)
      return ended(reader, matches && { matches, end: escaped.end })
    }
    case '*':
    case '+':
    case '?':
    case '{':
    case '}':
    case ']':
      throw new InvalidPattern()
    default:
      return { is: 'character', matches: literalMatcher(character, flags.ignoreCase) }
  }
}

const backReference = /[1-9]\d?/y

/** Reads a back reference such as `\1` after its backslash. A second digit belongs to it if the group exists. */
function readReference(reader: Reader): Pattern | undefined {
  backReference.lastIndex = reader.index
  const digits = backReference.exec(reader.text)?.[0]
  if (digits === undefined) return undefined
  const text = Number(digits) <= reader.groups ? digits : digits[0]!
  const group = Number(text)
  if (!reader.closed.has(group)) throw new InvalidPattern()
  reader.index += text.length
  const isSame = (one: string, other: string): boolean => literalMatcher(one, reader.flags.ignoreCase)(other)
  return { is: 'reference', group, isSame }
}

function ended(reader: Reader, found: { matches: (one: string) => boolean; end: number } | undefined): Pattern {
  if (found === undefined) throw new InvalidPattern()
  reader.index = found.end
  return { is: 'character', matches: found.matches }
}

function readGroup(reader: Reader): Pattern {
  const isPlain = reader.text.startsWith('?:', reader.index)
  if (isPlain) reader.index += 2
  const index = isPlain ? 0 : ++reader.groups
  if (reader.groups > maxGroups) throw new InvalidPattern()
  const body = readChoice(reader)
  if (reader.text[reader.index] !== ')') throw new InvalidPattern()
  reader.index++
  reader.closed.add(index)
  return isPlain ? body : { is: 'group', index, body }
}

function literalMatcher(character: string, ignoreCase: boolean): (one: string) => boolean {
  if (!ignoreCase) return (one) => one === character
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()]
  return (one) => one === character || one.toLowerCase() === lower || one.toUpperCase() === upper
}
