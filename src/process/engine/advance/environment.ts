import { type CompiledExpression, type ExpressionLanguage, knownVariables, type Program } from '../model/index.ts'
import type { Variables } from './state.ts'

/** The dependencies of an advance, among them everything that depends on time or randomness. */
export interface Environment {
  readonly now: Date
  /** Returns a new id for a wait or an incident. */
  newId(): string
  /** Returns the instant after a working time in a calendar; absent when there are no calendars. Throws an Error. */
  addWorkingTime?(from: Date, duration: string, calendar: string): Date
  /** Time zone of the installation, for processes without one; UTC if absent. */
  readonly timeZone?: string
  /**
   * Returns the next instant of a cron expression after an instant, in a time zone or else in that of the installation;
   * absent when cron expressions are not available.
   */
  nextCron?(expression: string, after: Date, timeZone: string | undefined): Date
  /**
   * Checks values that the process writes. Returns them in their stored form, or problems. If absent, values are not
   * checked.
   */
  checkVariables?(program: Program, values: Variables, present: Variables, timeZone: string): CheckedVariables
  /**
   * Returns a problem for each variable that is required at the end and has no value. If absent, the context is not
   * checked.
   */
  checkEnd?(program: Program, variables: Variables): readonly VariableProblem[]
  /** Returns a number from 0 to 1 that varies the delays of retries; 0 if absent. */
  jitter?(): number
  /** Returns whether the advance has taken so long that the rest should continue in a later advance. */
  isLate?(): boolean
  /**
   * Maximum number of elements that one advance visits, and that all advances after a stimulus from outside visit
   * together.
   */
  readonly maxVisits?: number
  readonly maxVisitsWithoutStimulus?: number
}

export const defaultMaxVisits = 5_000
export const defaultMaxVisitsWithoutStimulus = 100_000

interface VariableProblem {
  readonly field: string
  readonly message: string
}

type CheckedVariables = { readonly values: Variables } | { readonly problems: readonly VariableProblem[] }

/** A program with compiled expressions. It is immutable, and all instances of the program share it. */
export interface LoadedProgram {
  readonly program: Program
  readonly expressions: readonly CompiledExpression[]
}

/** Compiles the expressions of a stored program. */
export function loadProgram(program: Program, language: ExpressionLanguage): LoadedProgram {
  const options = { variables: knownVariables(program), areOthersAllowed: true }
  return { program, expressions: program.expressions.map((text) => language.compile(text, options)) }
}
