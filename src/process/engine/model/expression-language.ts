import type { Value, VariableDefinition } from './program.ts'

/** A compiled expression. */
export interface CompiledExpression {
  /** Names of the variables that the expression reads. */
  readonly references: readonly string[]
  /** Names in the expression that mean something else when no variable has the name, such as the function `count`. */
  readonly builtinsRead?: readonly string[]
  /** Returns the value for these variables. Throws an Error whose message explains what went wrong. */
  evaluate(variables: Readonly<Record<string, Value>>, moment: Moment): Value
}

/** The time at which an expression is evaluated. */
interface Moment {
  readonly nowMs: number
  /** Time zone of `now()` and `today()`, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** Receives the reasons why parts of the expression became null. */
  readonly onWarning?: (sentence: string) => void
}

/** A language for the expressions of processes, such as conditions and mappings. */
export interface ExpressionLanguage {
  /** Compiles an expression. Throws an Error that explains what is wrong with the text. */
  compile(text: string, options?: CompileOptions): CompiledExpression
}

interface CompileOptions {
  /** Variables that the expression can read, with their types; absent when the variables are unknown. */
  readonly variables?: readonly VariableDefinition[]
  /** Whether the expression may read other names, too; true by default when `variables` is absent. */
  readonly areOthersAllowed?: boolean
  /** Receives each part of the text that can only be null. Such a part does not prevent the compilation. */
  readonly onMistake?: (message: string) => void
}
