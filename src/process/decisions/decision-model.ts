import type { JsonObject, JsonValue } from '../../foundation/kit/json.ts'
import { type EvaluationOptions, type FeelType, type FeelValue, fromJson, toJson } from '../expressions/index.ts'
import type { DecisionGraph } from './graph/evaluate-graph.ts'
import { DecisionRun, type MatchedRules } from './logic/decision-run.ts'

/** A value that decisions of a file read from the caller. */
export interface DecisionInput {
  readonly name: string
  /** The name of the type in the file, such as `number`. */
  readonly type: string
  readonly feel: FeelType
}

/** A compiled DMN file. */
export interface DecisionModel {
  /** The name of the file's model. */
  readonly name: string
  readonly inputs: readonly DecisionInput[]
  readonly decisions: readonly { readonly id: string; readonly name: string }[]
  /** The decision that is meant when none is named: the only one that no other decision requires. */
  readonly main: string | undefined
  readonly graph: DecisionGraph
}

export interface DecisionResult {
  readonly result: JsonValue
  /** The decision tables that were evaluated, with the rules that matched, in the order of the evaluation. */
  readonly tables: readonly MatchedRules[]
  /** Sentences that say which decisions and rules went wrong; a decision that went wrong has the value null. */
  readonly failures: readonly string[]
  /** Sentences that say why values are null. */
  readonly warnings: readonly string[]
}

/** What lists show of a file without compiling it. */
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
 * Evaluates a decision of a model. Inputs are taken from the context by name; signs that a variable cannot have, such as
 * spaces, are underscores in the context. Throws `expression.limit_exceeded`.
 */
export function evaluateDecision(
  model: DecisionModel,
  decision: string,
  { context, options }: { readonly context: JsonObject; readonly options: EvaluationOptions },
): DecisionResult {
  const run = new DecisionRun(options)
  const value = model.graph.evaluate(decision, new GivenValues(model.inputs, context), run)
  return {
    result: toJson(value, run),
    tables: run.tables,
    failures: run.failures,
    warnings: run.warnings,
  }
}

/** Returns the name of the variable that holds an input: `Monthly income` is `Monthly_income`. */
export const variableNameOf = (name: string): string => name.replace(/[^\p{L}\p{N}_]+/gu, '_')

/** The values of the caller as expressions read them: converted to the types of the inputs when they are first read. */
class GivenValues {
  readonly #context: JsonObject
  readonly #types: ReadonlyMap<string, FeelType>
  readonly #known = new Map<string, FeelValue>()

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
    return value
  }
}
