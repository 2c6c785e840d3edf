import { type EvaluationOptions, type FeelValue, Run } from '../../feel/index.ts'

/** Default number of steps for evaluating a decision and everything that it requires. */
const decisionBudget = 1_000_000
const maxFailures = 100

/** The rules of a decision table that matched. */
export interface MatchedRules {
  /** The id of the decision or business knowledge model, and its name. */
  readonly element: string
  readonly name: string
  readonly rules: readonly MatchedRule[]
}

export interface MatchedRule {
  /** The position of the rule in its table, counted from 1. */
  readonly number: number
  readonly id?: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** One evaluation of a decision table: the values of its input columns, the rules that matched, and its value. */
export interface EvaluatedTable extends MatchedRules {
  readonly inputs: readonly { readonly name: string; readonly value: FeelValue }[]
  /** Undefined if the evaluation failed. */
  output?: FeelValue
}

/** One evaluation of a decision. */
export class DecisionRun extends Run {
  /** Failures of the evaluation. Missing values and wrong types in expressions are warnings instead. */
  readonly failures: string[] = []
  readonly tables: EvaluatedTable[] = []

  constructor(options: EvaluationOptions) {
    super({ budget: decisionBudget, ...options })
  }

  /** Records a failure and returns null, which DMN prescribes as the value. */
  fail(sentence: string): null {
    if (this.failures.length < maxFailures) this.failures.push(sentence)
    return null
  }
}
