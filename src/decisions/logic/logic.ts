import type { FeelType, FeelValue, Variables } from '../../feel/index.ts'
import type { DmnElement } from '../source/dmn-element.ts'
import type { ExpressionScope } from '../source/expression-scope.ts'
import { fit, type ItemType } from '../source/item-types.ts'
import type { DecisionRun } from './decision-run.ts'

/** A compiled boxed expression. */
export interface Logic {
  evaluate(variables: Variables, run: DecisionRun): FeelValue
}

/** The place of a boxed expression in its file. */
export interface Place {
  readonly scope: ExpressionScope
  /** The decision or business knowledge model around the expression. */
  readonly owner: { readonly id: string; readonly name: string }
}

/** Compiles boxed expressions inside others. */
export interface LogicCompiler {
  /** Returns the boxed expressions directly inside an element. */
  expressionsIn(element: DmnElement): readonly DmnElement[]
  /** Compiles a boxed expression. */
  compile(element: DmnElement, place: Place): Logic
  /**
   * Compiles the boxed expression inside an element, or inside its child `part`. `what` names the element in messages.
   */
  inside(element: DmnElement, place: Place, what: string, part?: string): Logic
}

/** Compiler of one kind of boxed expression. Problems are recorded in the scope of the place. */
export interface LogicKind {
  /** The names of the XML elements. */
  readonly names: readonly string[]
  compile(element: DmnElement, place: Place, compiler: LogicCompiler): Logic
}

/** Placeholder for an expression that was refused. */
export const refusedLogic: Logic = { evaluate: () => null }

/** The variables of an enclosing element and additional variables. */
export class LocalVariables implements Variables {
  readonly #outer: Variables
  readonly #own: ReadonlyMap<string, FeelValue>
  constructor(outer: Variables, own: ReadonlyMap<string, FeelValue>) {
    this.#outer = outer
    this.#own = own
  }
  get(name: string): FeelValue | undefined {
    return this.#own.has(name) ? this.#own.get(name) : this.#outer.get(name)
  }
}

/**
 * Converts a value to a declared type. A value that does not fit becomes null and a failure that begins with `what`.
 */
export function coerce(value: FeelValue, type: ItemType, run: DecisionRun, what: string): FeelValue {
  if (type.feel === 'Any' && type.refusal === undefined) return value
  const fitting = fit(value, type, run)
  return typeof fitting === 'string' ? run.fail(`${what}: ${fitting}`) : fitting.value
}

/** Returns the logic with its result converted to a type. */
export function typed(logic: Logic, type: ItemType, what: string): Logic {
  if (type.feel === 'Any' && type.refusal === undefined) return logic
  return { evaluate: (variables, run) => coerce(logic.evaluate(variables, run), type, run, what) }
}

/** Returns the type that expressions see for a value. A context without declared entries may have any entries. */
export const readable = (type: FeelType): FeelType =>
  typeof type === 'object' && 'context' in type && Object.keys(type.context).length === 0 ? 'Any' : type
