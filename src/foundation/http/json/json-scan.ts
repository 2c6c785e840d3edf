import { brokenJson, duplicateKey, longKey, tooDeep, tooManyKeys, tooManyValues } from '../errors.ts'

/** Limits of one JSON text of a request. Each is far above what clients send. */
export const jsonLimits = {
  depth: 100,
  /**
   * Number of objects, lists, texts, numbers, booleans and nulls. A table of 10,000 rows with 10 columns has 110,000.
   */
  values: 200_000,
  keysOfObject: 10_000,
  /** Number of different keys. Each costs more than a hundred values, while the rows of a table repeat a few keys. */
  names: 20_000,
  keyChars: 1000,
  numberChars: 10_000,
} as const

const quote = 0x22
const backslash = 0x5c

/**
 * Scans JSON text before it is parsed and throws when it exceeds `jsonLimits`. Does not check the syntax, which
 * JSON.parse does; the result for text that is not JSON does not matter.
 */
export class JsonScan {
  /** Number of keys found so far, including repeated ones. */
  keys = 0
  readonly #text: string
  readonly #look: LookAtNames | undefined
  readonly #keysAt: number[] = [0]
  #at = 0
  #depth = 0
  #values = 0
  #inText = false
  #textStart = 0
  #textEnd = 0

  /**
   * Prepares a scan of `text`. `look` receives each key; it is given only for a second, slower scan, which is rarely
   * needed.
   */
  constructor(text: string, look?: LookAtNames) {
    this.#text = text
    this.#look = look
  }

  /** Scans about `chars` further characters. Returns true at the end of the text. */
  run(chars: number): boolean {
    const text = this.#text
    const until = Math.min(text.length, this.#at + chars)
    let at = this.#at
    while (at < until) {
      if (this.#inText) {
        at = this.#findEnd(at)
        continue
      }
      const code = text.charCodeAt(at++)
      if (code === quote) {
        this.#inText = true
        this.#textStart = at
        this.#addValue()
      } else if (code === 0x7b || code === 0x5b) this.#open(code === 0x7b)
      else if (code === 0x7d || code === 0x5d) this.#depth--
      else if (code === 0x3a) this.#addKey()
      else if (isWord(code)) {
        const end = at + jsonLimits.numberChars
        while (at < end && isWord(text.charCodeAt(at))) at++
        if (at === end)
          throw brokenJson(`the JSON contains a number with more than ${jsonLimits.numberChars} characters`)
        this.#addValue()
      }
    }
    this.#at = at
    return at >= text.length
  }

  /**
   * Returns the position after the closing quote of the string that began before `at`, or after an escaped quote in
   * it; without any quote, the end of the text.
   */
  #findEnd(at: number): number {
    const end = this.#text.indexOf('"', at)
    if (end < 0) return this.#text.length
    let slash = end
    while (slash > at && this.#text.charCodeAt(slash - 1) === backslash) slash--
    this.#inText = (end - slash) % 2 === 1
    this.#textEnd = end
    return end + 1
  }

  #open(isObject: boolean): void {
    this.#addValue()
    if (++this.#depth > jsonLimits.depth) throw tooDeep(`the JSON is nested more than ${jsonLimits.depth} levels deep`)
    if (!isObject) return
    this.#keysAt[this.#depth] = 0
    this.#look?.open(this.#depth)
  }

  #addValue(): void {
    if (++this.#values > jsonLimits.values)
      throw tooManyValues(`the JSON contains more than ${jsonLimits.values} values`)
  }

  /** Counts a key: the string before a colon, which was counted as a value. */
  #addKey(): void {
    this.keys++
    this.#values--
    if (this.#textEnd - this.#textStart > jsonLimits.keyChars)
      throw longKey(`the key "${this.#key(60).toWellFormed()}…" has more than ${jsonLimits.keyChars} characters`)
    this.#keysAt[this.#depth] = (this.#keysAt[this.#depth] ?? 0) + 1
    if (this.#keysAt[this.#depth]! > jsonLimits.keysOfObject)
      throw tooManyKeys(`an object of the JSON contains more than ${jsonLimits.keysOfObject} keys`)
    this.#look?.key(this.#key(jsonLimits.keyChars), this.#depth)
  }

  #key(maxChars: number): string {
    return this.#text.slice(this.#textStart, Math.min(this.#textEnd, this.#textStart + maxChars))
  }
}

/**
 * Returns whether a character can be part of a number, true, false or null: it is neither white space nor JSON
 * punctuation.
 */
function isWord(code: number): boolean {
  return (
    code > 0x20 && code !== quote && code !== 0x2c && code !== 0x3a && (code | 0x20) !== 0x7b && (code | 0x20) !== 0x7d
  )
}

/** The receiver of a second scan's keys. */
export interface LookAtNames {
  /** Called where an object begins, with its nesting level. */
  open(depth: number): void
  /** Called for each key. `written` is the key as written in the text, without its quotes. */
  key(written: string, depth: number): void
}

/** Returns a receiver that throws when an object repeats a key. The text must be valid JSON. */
export function refuseRepeated(): LookAtNames {
  const names: Set<string>[] = []
  return {
    open(depth) {
      names[depth] = new Set()
    },
    key(written, depth) {
      const name = JSON.parse(`"${written}"`) as string
      if (names[depth]!.has(name))
        throw duplicateKey(`the key "${name.slice(0, 100)}" occurs twice in one object`, { field: name })
      names[depth]!.add(name)
    },
  }
}

/** Returns a receiver that throws when the text has more different keys than `jsonLimits` allow. */
export function refuseManyNames(): LookAtNames {
  const names = new Set<string>()
  return {
    open: () => {},
    key(written) {
      names.add(written)
      if (names.size > jsonLimits.names)
        throw tooManyKeys(`the JSON contains more than ${jsonLimits.names} different keys`)
    },
  }
}

/** Throws when a text exceeds `jsonLimits`. For a line or cell of an import, which is parsed in one step. */
export function refuseLargeJson(text: string): void {
  const scan = new JsonScan(text)
  scan.run(text.length)
  if (scan.keys > jsonLimits.names) new JsonScan(text, refuseManyNames()).run(text.length)
}
