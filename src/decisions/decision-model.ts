import { type EvaluationOptions, type FeelType, type FeelValue, fromJson, toJson, withOffset } from '../feel/index.ts'
import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import type { DecisionGraph } from './graph/evaluate-graph.ts'
import { DecisionRun, type EvaluatedTable, type MatchedRules } from './logic/decision-run.ts'

/** An input of the decisions of a file, given by the caller. */
export interface DecisionInput {
  readonly name: string
  /** Name of the type in the file, such as `number`. */
  readonly type: string
  readonly feel: FeelType
}

/** A compiled DMN file. */
export interface DecisionModel {
  /** Name of the DMN model. */
  readonly name: string
  readonly inputs: readonly DecisionInput[]
  readonly decisions: readonly { readonly id: string; readonly name: string }[]
  /**
   * Id of the decision that is evaluated by default: the only decision of the file on which no other decision
   * depends. Undefined if there is not exactly one.
   */
  readonly main: string | undefined
  readonly graph: DecisionGraph
}

export interface DecisionResult {
  readonly result: JsonValue
  /** Decision tables that were evaluated, with the rules that matched, in the order of evaluation. */
  readonly tables: readonly MatchedRules[]
  /** Messages that name the decisions and rules that failed. A decision that failed has the value null. */
  readonly failures: readonly string[]
  /** Reasons why values are null. */
  readonly warnings: readonly string[]
}

/** The values of an evaluation, for its trace. */
export interface EvaluatedValues {
  /** The variables that the decision read, by name. */
  readonly inputs: ReadonlyMap<string, FeelValue>
  readonly tables: readonly EvaluatedTable[]
  readonly value: FeelValue
}

/** The properties of a compiled file that lists show. */
export interface DecisionSummary {
  readonly main?: string
  readonly decisions: DecisionModel['decisions']
  readonly inputs: readonly { readonly name: string; readonly type: string }[]
}

export function summaryOf({ main, decisions, inputs }: DecisionModel): DecisionSummary {
  const shown = inputs.map(({ name, type }) => ({ name, type }))
  return { ...(main !== undefined && { main }), decisions, inputs: shown }
}

/**
 * Evaluates a decision of a model. Returns the result, and the values for the trace. An input is taken from the
 * context by its name, or else by the name that `variableNameOf` returns. Throws `expression.limit_exceeded`.
 */
export function evaluateDecision(
  model: DecisionModel,
  decision: string,
  { context, options }: { readonly context: JsonObject; readonly options: EvaluationOptions },
): { readonly result: DecisionResult; readonly values: EvaluatedValues } {
  const run = new DecisionRun(options)
  const given = new GivenValues(model.inputs, context)
  const value = model.graph.evaluate(decision, given, run)
  const { tables, failures, warnings } = run
  return {
    result: {
      result: toJson(value, run, withOffset),
      tables: tables.map(({ element, name, rules }) => ({ element, name, rules })),
      failures,
      warnings,
    },
    values: { inputs: given.used, tables, value },
  }
}

/**
 * Returns the name of the variable for an input, with underscores for characters that the name of a variable cannot
 * contain: `Monthly_income` for `Monthly income`.
 */
export const variableNameOf = (name: string): string => name.replace(/[^\p{L}\p{N}_]+/gu, '_')

/** The values of the caller, converted to the types of the inputs when they are first read. */
class GivenValues {
  readonly #context: JsonObject
  readonly #types: ReadonlyMap<string, FeelType>
  readonly #known = new Map<string, FeelValue>()
  readonly #used = new Map<string, FeelValue>()

  constructor(inputs: readonly DecisionInput[], context: JsonObject) {
    this.#context = context
    this.#types = new Map(inputs.map(({ name, feel }) => [name, feel]))
  }

  get(name: string): FeelValue | undefined {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const key = [name, variableNameOf(name)].find((candidate) => Object.hasOwn(this.#context, candidate))
    if (key === undefined) return undefined
    const value = fromJson(this.#context[key]!, this.#types.get(name))
    this.#known.set(name, value)
    this.#used.set(key, value)
    return value
  }

  /** The values that have been read, by the names of their variables. */
  get used(): ReadonlyMap<string, FeelValue> {
    return this.#used
  }
}
