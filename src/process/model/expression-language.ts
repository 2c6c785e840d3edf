import type { Value, VariableDefinition } from './program.ts'

/** An expression that was checked when its template was published. */
export interface CompiledExpression {
  /** The names of the variables that the expression reads. */
  readonly references: readonly string[]
  /** Names that mean something else when no variable has them, such as `count`, which is a function. */
  readonly builtinsRead?: readonly string[]
  /** Returns the value for these variables. Throws an Error whose message explains what went wrong. */
  evaluate(variables: Readonly<Record<string, Value>>, moment: Moment): Value
}

/** The time at which an expression is evaluated. */
export interface Moment {
  readonly nowMs: number
  /** The time zone of `now()` and `today()`, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** Gets the sentences that say why parts of the expression became null. */
  readonly onWarning?: (sentence: string) => void
}

/** The language of conditions, mappings and timers. */
export interface ExpressionLanguage {
  /** Compiles an expression. Throws an Error whose message explains what is wrong with the text. */
  compile(text: string, options?: CompileOptions): CompiledExpression
}

export interface CompileOptions {
  /** The variables that the expression can read, with their types; absent when nothing is known about them. */
  readonly variables?: readonly VariableDefinition[]
  /** Whether the expression may read other names as well. Defaults to whether `variables` is absent. */
  readonly areOthersAllowed?: boolean
}
