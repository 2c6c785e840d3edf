import type { PlatformError } from '../../foundation/kit/errors.ts'
import { refuse } from '../errors.ts'
import { maxNesting } from '../limits.ts'
import type { FeelType } from '../values/types.ts'
import type { Node } from './ast.ts'
import type { Token } from './lexer.ts'
import type { Scope } from './scope.ts'

export interface CursorOptions {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly scope: Scope
  readonly types: Readonly<Record<string, FeelType>>
  /** Receives each part that can only be null; if absent, such a part is refused. */
  readonly onMistake?: ((message: string) => void) | undefined
  readonly parseExpression: (cursor: Cursor) => Node
}

/**
 * The position of the parser in the tokens, with the names that are visible at this position. All parts of the parser
 * share one cursor.
 */
export class Cursor {
  readonly text: string
  readonly tokens: readonly Token[]
  index = 0
  scope: Scope
  /** The declared types, for `instance of` and parameters. */
  readonly types: Readonly<Record<string, FeelType>>
  /** Number of times that the input `?` was read so far. */
  inputReads = 0
  /** Whether a `[` may end a range, as in `]1..5[`. */
  isInRange = false
  #nesting = 0
  readonly #onMistake: CursorOptions['onMistake']
  readonly #parseExpression: (cursor: Cursor) => Node

  constructor({ text, tokens, scope, types, onMistake, parseExpression }: CursorOptions) {
    this.text = text
    this.tokens = tokens
    this.scope = scope
    this.types = types
    this.#onMistake = onMistake
    this.#parseExpression = parseExpression
  }

  /** Parses a whole expression, one level deeper. */
  expression(): Node {
    return this.nested(() => this.#parseExpression(this))
  }

  /** Parses an expression in which more names are visible. */
  expressionIn(scope: Scope): Node {
    const before = this.scope
    this.scope = scope
    const node = this.expression()
    this.scope = before
    return node
  }

  /** Parses the end of a range, where a `[` may close the range. */
  expressionInRange(): Node {
    return this.nested(() => {
      this.isInRange = true
      return this.#parseExpression(this)
    })
  }

  /** Runs a part of the parser one level deeper. Throws when the text is nested too deeply. */
  nested<T>(parse: () => T): T {
    if (++this.#nesting > maxNesting) {
      throw this.refuse(`the expression is nested more than ${maxNesting} levels deep`)
    }
    const wasInRange = this.isInRange
    this.isInRange = false
    const result = parse()
    this.isInRange = wasInRange
    this.#nesting--
    return result
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!
  }

  take(): Token {
    const token = this.peek()
    this.index++
    return token
  }

  /** Returns whether the next token is a given sign or word. */
  sees(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.text === text && (token.is === 'sign' || token.is === 'word')
  }

  /** Consumes the next token and returns true if the token is this sign or word; otherwise returns false. */
  accept(text: string): boolean {
    if (!this.sees(text)) return false
    this.index++
    return true
  }

  expect(text: string): Token {
    if (!this.sees(text)) throw this.unexpected(`"${text}" is expected`)
    return this.take()
  }

  unexpected(sentence: string): PlatformError {
    const token = this.peek()
    const shown = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text
    return this.refuse(`${sentence}, not ${token.is === 'end' ? 'the end of the text' : `"${shown}"`}`)
  }

  /** Reports a part that can only be null, and returns its node. Throws when such parts are refused. */
  mistake(sentence: string, hint = '', at = this.peek().at): Node {
    const error = this.refuse(sentence, hint, at)
    if (this.#onMistake === undefined) throw error
    this.#onMistake(error.message)
    return { is: 'mistake', message: error.message, at, type: 'Any' }
  }

  refuse(sentence: string, hint = '', at = this.peek().at): PlatformError {
    return refuse(this.text, at, sentence, hint)
  }
}
