import { limitExceeded } from './errors.ts'
import { defaultBudget, maxCallDepth, maxItems, maxStringLength, maxWarnings } from './limits.ts'

/** The options of one evaluation. */
export interface EvaluationOptions {
  /** Value of `now()`, in milliseconds since 1970. */
  readonly nowMs: number
  /** Time zone of `now()` and `today()`, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** Maximum number of steps; 250,000 by default. */
  readonly budget?: number
}

/** One evaluation: its clock, its remaining steps, and its warnings. */
export class Run {
  readonly nowMs: number
  readonly timeZone: string
  readonly warnings: string[] = []
  #stepsLeft: number
  #callDepth = 0

  constructor({ nowMs, timeZone, budget = defaultBudget }: EvaluationOptions) {
    this.nowMs = nowMs
    this.timeZone = timeZone
    this.#stepsLeft = budget
  }

  /** Takes steps from the budget. Throws `expression.limit_exceeded` when the budget is used up. */
  charge(steps: number): void {
    this.#stepsLeft -= steps
    if (this.#stepsLeft < 0) {
      throw limitExceeded('the expression takes too many steps; make its lists shorter or split the expression')
    }
  }

  /** Charges for a list or context of this many items. Throws `expression.limit_exceeded` when it is too large. */
  chargeItems(count: number): void {
    if (count > maxItems) throw limitExceeded(`the expression computes a list of more than ${maxItems} items`)
    this.charge(count)
  }

  /** Charges for a string of this length. Throws `expression.limit_exceeded` when it is too long. */
  chargeString(length: number): void {
    if (length > maxStringLength) {
      throw limitExceeded(`the expression computes a string of more than ${maxStringLength} characters`)
    }
    this.charge(length >> 4)
  }

  /**
   * Runs a body such as that of a function. `nesting` is the depth of the body. Throws `expression.limit_exceeded`
   * when the sum of the depths of the running bodies is too large for the native stack.
   */
  call<T>(nesting: number, body: () => T): T {
    this.#callDepth += nesting
    if (this.#callDepth > maxCallDepth)
      throw limitExceeded('the functions of the expression call each other too deeply')
    try {
      return body()
    } finally {
      this.#callDepth -= nesting
    }
  }

  /** Records the reason why a value became null, and returns null. */
  warn(sentence: string): null {
    if (this.warnings.length < maxWarnings) this.warnings.push(sentence)
    return null
  }
}
