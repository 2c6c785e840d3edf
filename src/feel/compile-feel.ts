import { builtins } from './builtins/index.ts'
import { refuse } from './errors.ts'
import { compileNode } from './evaluation/compile-node.ts'
import { compileUnary } from './evaluation/compile-tests.ts'
import {
  Compiler,
  type Levels,
  type OnMistake,
  type ReferencePath,
  RefusedPart,
  within,
} from './evaluation/compiler.ts'
import type { Frame, Variables } from './evaluation/frame.ts'
import { type EvaluationOptions, Run } from './run.ts'
import { parseExpression, parseTests } from './syntax/parser.ts'
import { Scope } from './syntax/scope.ts'
import type { FeelType } from './values/types.ts'
import type { FeelValue } from './values/value.ts'

/** The names and types that an expression can read. */
export interface CompileOptions {
  /**
   * Names and their types. If given, other names than these and the built-in functions are not allowed, except with
   * `isOpen`. If absent, every name is allowed.
   */
  readonly names?: Readonly<Record<string, FeelType>>
  /** Whether names besides `names` are allowed, too. */
  readonly isOpen?: boolean
  /** Scope with the names, such as the result of `newScope`; replaces `names`. */
  readonly scope?: Scope
  /** Types that `instance of` and parameters of functions can name, besides the types of FEEL. */
  readonly types?: Readonly<Record<string, FeelType>>
  /**
   * Receives a message about each part that can only be null by the specification, such as a call with a wrong number
   * of arguments or a call of an unknown function; the evaluation warns and gives null. If absent, such a part is refused.
   */
  readonly onMistake?: ((message: string) => void) | undefined
}

/** The result of one evaluation. */
interface Evaluation<T = FeelValue> {
  readonly value: T
  /** Reasons why values became null, at most 100. */
  readonly warnings: readonly string[]
}

export interface CompiledExpression {
  /**
   * Evaluates the expression. Wrong types and missing values are not errors, but give values such as null; warnings
   * say why values became null. Throws `expression.limit_exceeded` when the evaluation takes too many steps or
   * computes a value that is too large. Expressions that are evaluated in one run share its steps and its warnings.
   */
  evaluate(variables: Variables, options: EvaluationOptions | Run): Evaluation
  /** Paths of names that the expression reads, such as `["order", "customer"]`. */
  readonly references: readonly ReferencePath[]
  /** The names of built-in functions that the expression does not call but reads; variables hide these functions. */
  readonly builtinsRead: readonly string[]
}

export interface CompiledTests {
  /**
   * Returns whether the input passes the tests; null when the tests cannot be compared with the input. Throws
   * `expression.limit_exceeded`.
   */
  evaluate(input: FeelValue, variables: Variables, options: EvaluationOptions | Run): Evaluation<boolean | null>
  readonly references: readonly ReferencePath[]
}

/** Compiles a FEEL expression (DMN chapter 10). Throws `expression.wrong_text` with the position of the error. */
export function compileFeel(text: string, options: CompileOptions = {}): CompiledExpression {
  const { types = {}, onMistake } = options
  const node = parseExpression(text, { scope: scopeOf(options), types, onMistake })
  const compiler = new Compiler(compileNode, reporterOf(text, onMistake))
  const { evaluate, weight } = located(text, () => compiler.compileBody(node, undefined))
  return {
    references: compiler.references,
    builtinsRead: [...compiler.builtinsRead],
    evaluate(variables, options) {
      const run = runOf(options)
      run.charge(weight)
      return { value: evaluate({ run, variables, value: null, parent: undefined }), warnings: run.warnings }
    },
  }
}

/** Compiles the tests of a decision table cell, such as `< 10, [20..30]` or `-`; `?` is the input. */
export function compileUnaryTests(
  text: string,
  options: CompileOptions & { readonly input?: FeelType } = {},
): CompiledTests {
  const scope = new Scope(scopeOf(options)).add('?', options.input ?? 'Any')
  const { types = {}, onMistake } = options
  const tests = parseTests(text, { scope, types, onMistake })
  const compiler = new Compiler(compileNode, reporterOf(text, onMistake))
  const levels: Levels = within(undefined, { is: 'variable', name: '?', origin: undefined })
  const check = located(text, () => compileUnary(tests, levels, compiler))
  return {
    references: compiler.references,
    evaluate(value, variables, options) {
      const run = runOf(options)
      run.charge(compiler.weight)
      const frame: Frame = { run, variables, value, parent: undefined }
      return { value: check(value, frame), warnings: run.warnings }
    },
  }
}

const runOf = (options: EvaluationOptions | Run): Run => (options instanceof Run ? options : new Run(options))

const closed = builtinScope(false)
const open = builtinScope(true)

function builtinScope(isOpen: boolean): Scope {
  const scope = new Scope(undefined, isOpen)
  for (const name of builtins.keys()) scope.add(name, 'function', true)
  return scope
}

/** Returns an empty scope inside the scope of the built-in functions. In an open scope every name is allowed. */
export function newScope({ isOpen }: { readonly isOpen: boolean }): Scope {
  return new Scope(isOpen ? open : closed)
}

/** Returns the scope with the built-in functions and the declared names. */
function scopeOf({ names, isOpen = names === undefined, scope }: CompileOptions): Scope {
  if (scope !== undefined) return scope
  const declared = newScope({ isOpen })
  for (const [name, type] of Object.entries(names ?? {})) declared.add(name, type)
  return declared
}

/** Returns a function that reports a part with its position in the text. */
function reporterOf(text: string, onMistake: CompileOptions['onMistake']): OnMistake {
  if (onMistake === undefined) return undefined
  return (part) => {
    const { message } = refuse(text, part.at, part.message, part.hint)
    onMistake(message)
    return message
  }
}

function located<T>(text: string, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (error instanceof RefusedPart) throw refuse(text, error.at, error.message, error.hint)
    throw error
  }
}

/** Whether a language is FEEL, by its name or by its address in one of the versions of DMN. */
export const isFeel = (language: string): boolean => /(^|[/:#])feel([/#]|$)|\/FEEL\/\d{8}\/?$/i.test(language)
