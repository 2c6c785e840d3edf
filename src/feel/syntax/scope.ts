import type { FeelType } from '../values/types.ts'
import { readTokens, type Token } from './lexer.ts'

/** A name that an expression can read. */
export interface KnownName {
  readonly name: string
  readonly type: FeelType
  readonly isBuiltin: boolean
}

/** Returns the form in which names are compared: the texts of their tokens, joined by single spaces. */
function keyOf(tokens: readonly Token[], from: number, count: number): string {
  let key = tokens[from]!.text
  for (let index = 1; index < count; index++) key += ` ${tokens[from + index]!.text}`
  return key
}

/** Returns the parts of a name. A name with characters that FEEL does not allow in names is one part. */
function partsOf(name: string): string[] {
  try {
    return readTokens(name)
      .slice(0, -1)
      .map(({ text }) => text)
  } catch {
    return [name]
  }
}

/** The names that are visible at one place of an expression. */
export class Scope {
  readonly parent: Scope | undefined
  /** Whether unknown names are allowed, because the names of this scope are known only at run time. */
  readonly isOpen: boolean
  /** Whether an unknown name can be a function: an entry of a value that is known only at run time. */
  readonly hasUnknownFunctions: boolean
  readonly #names = new Map<string, KnownName>()
  #maxParts = 0

  constructor(parent: Scope | undefined, isOpen = false) {
    this.parent = parent
    this.isOpen = isOpen || parent?.isOpen === true
    // Only inner scopes can hold unknown functions: an open outermost scope holds the variables of a process, which
    // are JSON.
    this.hasUnknownFunctions = parent !== undefined && (isOpen || parent.hasUnknownFunctions)
  }

  add(name: string, type: FeelType, isBuiltin = false): this {
    const parts = partsOf(name)
    this.#names.set(parts.join(' '), { name, type, isBuiltin })
    this.#maxParts = Math.max(this.#maxParts, parts.length)
    return this
  }

  /** Returns the longest known name that starts at a token, and its number of tokens. Inner scopes take precedence. */
  longest(tokens: readonly Token[], from: number): { found: KnownName; count: number } | undefined {
    const outer = this.parent?.longest(tokens, from)
    const max = Math.min(this.#maxParts, tokens.length - 1 - from)
    for (let count = max; count >= (outer?.count ?? 1); count--) {
      const found = this.#names.get(keyOf(tokens, from, count))
      if (found !== undefined) return { found, count }
    }
    return outer
  }

  /** Returns all visible names, for suggestions. */
  *names(): Iterable<string> {
    for (const { name } of this.#names.values()) yield name
    if (this.parent) yield* this.parent.names()
  }
}
