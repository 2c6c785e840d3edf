import { type CompiledExpression, type ExpressionLanguage, knownVariables, type Program } from '../model/index.ts'
import type { Variables } from './state.ts'

/** What an advance needs from outside. It holds no clock and no source of randomness of its own. */
export interface Environment {
  readonly now: Date
  /** Returns a new id for a wait or an incident. */
  newId(): string
  /** Returns the instant after a working-time duration of a calendar; absent when there are no calendars. Throws an Error. */
  addWorkingTime?(from: Date, duration: string, calendar: string): Date
  /**
   * Returns the next instant of a cron expression after an instant, in a time zone or in that of the installation;
   * absent when there is no cron.
   */
  nextCron?(expression: string, after: Date, timeZone: string | undefined): Date
  /** Checks values that the process writes, and returns them in their stored form. Values are not checked without it. */
  checkVariables?(program: Program, values: Variables, present: Variables): CheckedVariables
  /** Returns what is missing in the context of an instance that ends. It is not checked without it. */
  checkEnd?(program: Program, variables: Variables): readonly VariableProblem[]
  /** A number from 0 to 1 by which delays of retries differ; 0 when absent. */
  jitter?(): number
  /** Whether the advance has taken long enough and should continue in a later one. */
  isLate?(): boolean
  /** Maximum number of elements visited in one advance, and without a stimulus from outside. */
  readonly maxVisits?: number
  readonly maxVisitsWithoutStimulus?: number
}

export const defaultMaxVisits = 5_000
export const defaultMaxVisitsWithoutStimulus = 100_000

export interface VariableProblem {
  readonly field: string
  readonly message: string
}

export type CheckedVariables = { readonly values: Variables } | { readonly problems: readonly VariableProblem[] }

/** A program whose expressions are compiled. It is immutable and may be shared by all instances. */
export interface LoadedProgram {
  readonly program: Program
  readonly expressions: readonly CompiledExpression[]
}

/** Compiles the expressions of a stored program. */
export function loadProgram(program: Program, language: ExpressionLanguage): LoadedProgram {
  const options = { variables: knownVariables(program), areOthersAllowed: true }
  return { program, expressions: program.expressions.map((text) => language.compile(text, options)) }
}
