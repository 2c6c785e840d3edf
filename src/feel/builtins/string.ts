import { maxStringLength } from '../limits.ts'
import type { Captures } from '../patterns/matcher.ts'
import { allMatches, compilePattern, firstMatch } from '../patterns/pattern.ts'
import type { Run } from '../run.ts'
import { decimalOf, integerOf } from '../values/decimal.ts'
import { define, type Signature } from './builtin.ts'

/** String functions (10.3.4.3). Positions and lengths count characters, not UTF-16 units. */
export const stringFunctions: readonly Signature[] = [
  define(
    'substring',
    { string: 'string', 'start position': 'number', length: 'number?' },
    ({ string, 'start position': position, length }, run) => {
      const [start, count] = [integerOf(position.trunc()), length && integerOf(length.trunc())]
      if (!start || (length && (count === undefined || count < 1))) return run.warn('substring() is out of range')
      const all = characters(string, run)
      const from = start > 0 ? start - 1 : all.length + start
      if (from < 0 || from >= all.length) return run.warn('substring() starts outside of the string')
      return all.slice(from, count === undefined ? undefined : from + count).join('')
    },
  ),
  define('string length', { string: 'string' }, ({ string }, run) => decimalOf(characters(string, run).length)),
  define('upper case', { string: 'string' }, ({ string }, run) => made(string.toUpperCase(), run)),
  define('lower case', { string: 'string' }, ({ string }, run) => made(string.toLowerCase(), run)),
  define('substring before', { string: 'string', match: 'string' }, ({ string, match }, run) => {
    return made(string.slice(0, Math.max(0, string.indexOf(match))), run)
  }),
  define('substring after', { string: 'string', match: 'string' }, ({ string, match }, run) => {
    const at = string.indexOf(match)
    return made(at < 0 ? '' : string.slice(at + match.length), run)
  }),
  define('contains', { string: 'string', match: 'string' }, ({ string, match }, run) => {
    run.chargeString(string.length)
    return string.includes(match)
  }),
  define('starts with', { string: 'string', match: 'string' }, ({ string, match }) => string.startsWith(match)),
  define('ends with', { string: 'string', match: 'string' }, ({ string, match }) => string.endsWith(match)),
  define('matches', { input: 'string', pattern: 'string', flags: 'string?' }, ({ input, pattern, flags }, run) => {
    const compiled = compilePattern(pattern, flags ?? '', run)
    if (compiled === undefined) return badPattern(pattern, run)
    return firstMatch(compiled, characters(input, run), 0, run) !== undefined
  }),
  define(
    'replace',
    { input: 'string', pattern: 'string', replacement: 'string', flags: 'string?' },
    ({ input, pattern, replacement, flags }, run) => {
      const compiled = compilePattern(pattern, flags ?? '', run)
      if (compiled === undefined) return badPattern(pattern, run)
      const all = characters(input, run)
      if (firstMatch(compiled, [], 0, run)) return run.warn('the pattern of replace() matches an empty string')
      let result = ''
      let last = 0
      for (const match of allMatches(compiled, all, run)) {
        const expanded = expandReplacement(replacement, compiled.groups, all, match)
        if (expanded === undefined) return run.warn(`"${replacement}" is not a valid replacement`)
        result += all.slice(last, match[0]).join('') + expanded
        run.charge(expanded.length >> 4)
        if (result.length > maxStringLength) break
        last = match[1]!
      }
      return made(result + all.slice(last).join(''), run)
    },
  ),
  define('split', { string: 'string', delimiter: 'string' }, ({ string, delimiter }, run) => {
    const compiled = compilePattern(delimiter, '', run)
    if (compiled === undefined) return badPattern(delimiter, run)
    const all = characters(string, run)
    const parts: string[] = []
    let last = 0
    for (const match of allMatches(compiled, all, run)) {
      if (match[1] === match[0]) continue
      parts.push(all.slice(last, match[0]).join(''))
      last = match[1]!
    }
    parts.push(all.slice(last).join(''))
    run.chargeItems(parts.length)
    return parts
  }),
  define('string join', { list: 'list', delimiter: 'string?' }, ({ list, delimiter = '' }, run) => {
    const texts = list.filter((item) => item !== null)
    if (!texts.every((item) => typeof item === 'string')) return run.warn('string join() needs a list of strings')
    const length = texts.reduce((sum, text) => sum + text.length + delimiter.length, 0)
    run.chargeString(length)
    run.charge(texts.length)
    return texts.join(delimiter)
  }),
]

/** Returns the characters of a string, where a surrogate pair is one character. */
function characters(string: string, run: Run): string[] {
  run.charge(string.length >> 2)
  return Array.from(string)
}

function made(string: string, run: Run): string {
  run.chargeString(string.length)
  return string
}

const badPattern = (pattern: string, run: Run): null =>
  run.warn(`"${pattern}" is not a valid pattern, or its flags are invalid`)

/**
 * Expands `$1` and `\$` in the replacement of one match, as XPath does. Returns undefined when the replacement is
 * invalid. The result is cut soon after the maximum length of a string, and the caller refuses it. `$12` means group 12
 * if there are that many groups, or else group 1 and the digit 2.
 */
function expandReplacement(
  replacement: string,
  groups: number,
  characters: readonly string[],
  match: Captures,
): string | undefined {
  let result = ''
  for (let index = 0; index < replacement.length && result.length <= maxStringLength; index++) {
    const character = replacement[index]!
    if (character === '\\') {
      const next = replacement[++index]
      if (next !== '\\' && next !== '$') return undefined
      result += next
      continue
    }
    if (character !== '$') {
      result += character
      continue
    }
    const digits = /^\d{1,2}/.exec(replacement.slice(index + 1, index + 3))?.[0]
    if (digits === undefined) return undefined
    const used = Number(digits) > groups ? digits.slice(0, 1) : digits
    const group = Number(used)
    const [start = -1, end = -1] = [match[group * 2], match[group * 2 + 1]]
    if (start >= 0 && group <= groups) result += characters.slice(start, end).join('')
    index += used.length
  }
  return result
}
