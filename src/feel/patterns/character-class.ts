import { unicodeBlock } from './unicode-blocks.ts'

type Matcher = (character: string) => boolean

const multiCharacterEscapes: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: String.raw`[ \t\n\r]`,
  S: String.raw`[^ \t\n\r]`,
  w: String.raw`[^\p{P}\p{Z}\p{C}]`,
  W: String.raw`[\p{P}\p{Z}\p{C}]`,
  i: String.raw`[\p{L}_:]`,
  I: String.raw`[^\p{L}_:]`,
  c: String.raw`[\p{L}\p{Nd}\p{M}\-._:]`,
  C: String.raw`[^\p{L}\p{Nd}\p{M}\-._:]`,
}
const single = /^\\[nrt\\|.?*+(){}$^[\]-]/
const category = /^\\[pP]\{[A-Z][a-z]?\}/
const block = /\\([pP])\{Is([A-Za-z0-9-]{1,60})\}/y

/**
 * Reads one escape such as `\d`, `\p{Lu}`, `\p{IsCyrillic}` or `\.`. Returns its source for a native class; undefined
 * when it is unknown.
 */
export function readEscape(text: string, index: number): { source: string; end: number } | undefined {
  const rest = text.slice(index, index + 8)
  const found = single.exec(rest)?.[0] ?? category.exec(rest)?.[0]
  if (found !== undefined) return { source: found, end: index + found.length }
  block.lastIndex = index
  const named = block.exec(text)
  if (named !== null) {
    const range = unicodeBlock(named[2]!)
    if (range === undefined) return undefined
    return { source: `[${named[1] === 'P' ? '^' : ''}${range}]`, end: index + named[0].length }
  }
  const letter = rest[1] ?? ''
  const source = Object.hasOwn(multiCharacterEscapes, letter) ? multiCharacterEscapes[letter] : undefined
  return source === undefined ? undefined : { source, end: index + 2 }
}

/**
 * Returns a function that says whether one character belongs to a native class; undefined when the class is invalid.
 */
export function matcherOf(source: string, ignoreCase: boolean): Matcher | undefined {
  try {
    const pattern = new RegExp(`^(?:${source})$`, ignoreCase ? 'iv' : 'v')
    return (character) => pattern.test(character)
  } catch {
    return undefined
  }
}

/** Reads a class such as `[a-z-[aeiou]]` that starts at a bracket; undefined when it is invalid. */
export function readClass(
  text: string,
  start: number,
  ignoreCase: boolean,
  depth = 0,
): { matches: Matcher; end: number } | undefined {
  const isNegated = text[start + 1] === '^'
  let index = start + (isNegated ? 2 : 1)
  let source = ''
  let minus: Matcher = () => false
  for (;;) {
    const character = text[index]
    if (character === undefined || depth > 10) return undefined
    if (character === ']' && source !== '') break
    if (character === '-' && text[index + 1] === '[') {
      const removed = readClass(text, index + 1, ignoreCase, depth + 1)
      if (removed === undefined || text[removed.end] !== ']') return undefined
      minus = removed.matches
      index = removed.end
      break
    }
    if (character === '[') return undefined
    if (character === '\\') {
      const escaped = readEscape(text, index)
      if (escaped === undefined) return undefined
      source += escaped.source
      index = escaped.end
      continue
    }
    const next = text[index + 1]
    const isRangeSign = character === '-' && source !== '' && next !== ']'
    const whole = String.fromCodePoint(text.codePointAt(index)!)
    source += isRangeSign ? '-' : escapeForClass(whole)
    index += whole.length
  }
  const matches = matcherOf(`[${isNegated ? '^' : ''}${source}]`, ignoreCase)
  return matches && { matches: (character) => matches(character) && !minus(character), end: index + 1 }
}

/** Escapes what has a meaning in a native class. */
function escapeForClass(character: string): string {
  return /[\p{L}\p{N}_\s]/u.test(character) || character > '\x7f'
    ? character
    : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}
