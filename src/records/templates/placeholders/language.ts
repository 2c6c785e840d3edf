import type { ValueType } from '../../../values/index.ts'

export type ValueTypes = Readonly<Record<string, ValueType>>

/** A value of the expression language, opaque to all other code. */
export type Value = unknown

/** The names that an expression reads. */
export interface Values {
  get(name: string): Value | undefined
}

/** A value in the form that documents show. Texts of numbers, dates and times are in the form of ISO 8601 and JSON. */
export type ShownValue =
  | { readonly is: 'nothing' }
  | { readonly is: 'boolean'; readonly value: boolean }
  | { readonly is: 'text' | 'number' | 'date' | 'time' | 'date and time'; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly Value[] }
  | { readonly is: 'context'; readonly entries: ReadonlyMap<string, Value> }

export interface CompiledPlaceholder {
  /** The paths of names that the expression reads, such as `["counterparty", "name"]`. */
  readonly references: readonly (readonly string[])[]
  /** The names of built-in functions that the expression reads as if they were values. */
  readonly functionsRead: readonly string[]
}

/** The evaluation of the expressions of one document, which share a limit of steps. */
export interface Evaluation {
  /** Evaluates an expression. Throws a PlatformError when a limit is exceeded. */
  evaluate(placeholder: CompiledPlaceholder, values: Values): Value
  /** Reasons why values are missing. */
  readonly warnings: readonly string[]
}

/**
 * The language of expressions in placeholders. This room does not depend on the language: the platform passes FEEL,
 * which the processes define.
 */
export interface ExpressionsOfDocuments {
  /** Compiles an expression. Without `isOpen`, unknown names are refused. Throws a PlatformError that says why. */
  compile(text: string, names: ValueTypes, isOpen: boolean): CompiledPlaceholder
  begin(moment: { readonly nowMs: number; readonly timeZone: string }): Evaluation
  fromJson(json: unknown, type: ValueType): Value
  fromNumber(number: number): Value
  show(value: Value): ShownValue
}
