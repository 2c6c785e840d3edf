/** A regular expression of XPath (the dialect of `matches`, `replace` and `split`) as a tree. */
export type Pattern =
  | { readonly is: 'character'; readonly matches: (character: string) => boolean }
  | { readonly is: 'start' | 'end' }
  /** The same characters as a group. `isSame` compares two characters. */
  | {
      readonly is: 'reference'
      readonly group: number
      readonly isSame: (one: string, other: string) => boolean
    }
  | { readonly is: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly is: 'group'; readonly index: number; readonly body: Pattern }
  | {
      readonly is: 'repeat'
      readonly body: Pattern
      readonly min: number
      /** Maximum number of repetitions; undefined for no maximum. */
      readonly max: number | undefined
      readonly isLazy: boolean
    }

export interface PatternFlags {
  /** `s`: a dot matches a line break. */
  readonly dotAll: boolean
  /** `m`: `^` and `$` match at every line. */
  readonly multiline: boolean
  /** `i`: letters match in both cases. */
  readonly ignoreCase: boolean
  /** `x`: white space in the pattern is ignored. */
  readonly extended: boolean
}

/** Maximum number and nesting of groups, and maximum number in a repetition such as `{1000}`. */
export const maxGroups = 50
export const maxRepeats = 1000

/** Reads flags such as `im`; undefined when there is another letter. */
export function readFlags(text: string): PatternFlags | undefined {
  if (!/^[smix]*$/.test(text)) return undefined
  return {
    dotAll: text.includes('s'),
    multiline: text.includes('m'),
    ignoreCase: text.includes('i'),
    extended: text.includes('x'),
  }
}
