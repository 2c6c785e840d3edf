/** A value of a variable: JSON, as it is stored with the instance. */
export type Value = unknown

/** An expression that was checked when its template was published. */
export interface CompiledExpression {
  /** The names of the variables that the expression reads. */
  readonly references: readonly string[]
  /** Returns the value for these variables. Throws an Error whose message explains what went wrong. */
  evaluate(variables: Readonly<Record<string, Value>>): Value
}

/** The language of conditions, mappings and timers. */
export interface ExpressionLanguage {
  /**
   * Compiles an expression. `names` are the declared variables; undefined when the process declares none. Throws an
   * Error whose message explains what is wrong with the text.
   */
  compile(text: string, options: { readonly names?: readonly string[] }): CompiledExpression
}
