import { maxStringLength } from '../limits.ts'
import type { Captures } from '../patterns/matcher.ts'

/**
 * Expands `$1` and `\$` in the replacement of one match, as XPath does. Returns undefined when the replacement is
 * invalid. The result is cut soon after the maximum length of a string, and the caller refuses it. `$12` means group 12
 * if there are that many groups, or else group 1 and the digit 2.
 */
export function expandReplacement(
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
