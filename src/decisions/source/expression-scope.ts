import {
  type CompiledExpression,
  type CompiledTests,
  type CompileOptions,
  compileFeel,
  compileUnaryTests,
  type FeelType,
  isFeel,
  Scope,
} from '../../feel/index.ts'
import type { ModelProblems } from '../../foundation/kit/xml/model-problems.ts'
import { attributeOf, type DmnElement, idOf, textOf } from './dmn-element.ts'
import type { ItemTypes } from './item-types.ts'

/** The settings that all expressions of a file share. */
export interface Surroundings {
  readonly types: ItemTypes
  readonly problems: ModelProblems
}

interface Compiled<T> {
  readonly compiled: T
  /** Parts of the text that can only be null. */
  readonly mistakes: readonly string[]
}

/**
 * The names that expressions at one place of a DMN file can read. Compiles the expressions and records their problems.
 */
export class ExpressionScope {
  readonly types: ItemTypes
  readonly #surroundings: Surroundings
  readonly #scope: Scope
  /** Compiled tests by input type and text, so that equal cells are compiled once. */
  readonly #tests = new Map<FeelType, Map<string, Compiled<CompiledTests>>>()
  /** Compiled expressions by text. */
  readonly #expressions = new Map<string, Compiled<CompiledExpression>>()

  constructor(surroundings: Surroundings, scope: Scope) {
    this.types = surroundings.types
    this.#surroundings = surroundings
    this.#scope = scope
  }

  /** Returns the scope inside an element that declares further names. In an open scope every name is allowed. */
  within(names: Readonly<Record<string, FeelType>>, { isOpen = false } = {}): ExpressionScope {
    const inner = new ExpressionScope(this.#surroundings, new Scope(this.#scope, isOpen))
    for (const [name, type] of Object.entries(names)) inner.declare(name, type)
    return inner
  }

  /** Adds a name that expressions compiled afterwards can read. */
  declare(name: string, type: FeelType): void {
    this.#scope.add(name, type)
    this.#tests.clear()
    this.#expressions.clear()
  }

  refuse(element: DmnElement, message: string): void {
    this.#surroundings.problems.add(idOf(element), message)
  }

  /** Records a part of an element that can only be null. */
  mistake(element: DmnElement, message: string): void {
    this.#surroundings.problems.addMistake(idOf(element), message)
  }

  /** Compiles an expression; undefined when it is wrong. `what` begins the message. */
  expression(element: DmnElement, text: string, what: string): CompiledExpression | undefined {
    return this.#compile(this.#expressions, element, { text, what }, (options) => compileFeel(text, options))
  }

  /** Compiles the tests of a cell for an input of this type; undefined when they are wrong. */
  tests(
    element: DmnElement,
    text: string,
    { input, what }: { readonly input: FeelType; readonly what: string },
  ): CompiledTests | undefined {
    const known = this.#tests.get(input) ?? new Map<string, Compiled<CompiledTests>>()
    this.#tests.set(input, known)
    return this.#compile(known, element, { text, what }, (options) => compileUnaryTests(text, { ...options, input }))
  }

  /** Returns the text of an element. Records a problem when the element has no text. */
  requiredText(element: DmnElement, what: string): string | undefined {
    const text = textOf(element)
    if (text === undefined) this.refuse(element, `${what} is empty`)
    return text
  }

  #compile<T>(
    known: Map<string, Compiled<T>>,
    element: DmnElement,
    { text, what }: { readonly text: string; readonly what: string },
    compile: (options: CompileOptions) => T,
  ): T | undefined {
    const language = attributeOf(element, 'expressionLanguage')
    if (language !== undefined && !isFeel(language)) {
      this.refuse(element, `${what}: expressions in the language "${language}" are not supported; write them in FEEL`)
      return undefined
    }
    const shown = `${what} "${text.length > 100 ? `${text.slice(0, 100)}…` : text}"`
    try {
      const found = known.get(text) ?? this.#compileOnce(compile)
      known.set(text, found)
      for (const mistake of found.mistakes) this.mistake(element, `${shown}: ${mistake}`)
      return found.compiled
    } catch (error) {
      this.refuse(element, `${shown}: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  #compileOnce<T>(compile: (options: CompileOptions) => T): Compiled<T> {
    const mistakes: string[] = []
    const onMistake = (message: string) => void mistakes.push(message)
    return { compiled: compile({ scope: this.#scope, types: this.types.feelTypes, onMistake }), mistakes }
  }
}
