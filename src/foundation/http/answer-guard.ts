import { Readable } from 'node:stream'
import { PlatformError } from '../kit/errors.ts'
import { JsonText } from '../kit/json.ts'
import { success } from './envelope.ts'
import * as everywhere from './errors.ts'
import type { Answer, Operation, Raw } from './operation.ts'
import { compileFit } from './validate.ts'

/**
 * A comparison of an operation's answers and errors with its declaration, so that the two cannot drift apart. Used in
 * tests and development; it is too slow for production.
 */
export interface AnswerGuard {
  /**
   * Throws when the operation does not declare the status, or when an answer with an envelope does not match
   * `result`. Does not compare other answers.
   */
  answer(answer: Answer | Raw, status: number): void
  /**
   * Returns the error that is to be thrown: the given one, or another one when the operation may not refuse with it.
   */
  refusal(error: unknown): unknown
}

export function guardAnswers(operation: Operation<never>, common: readonly { code: string }[]): AnswerGuard {
  const fit = compileFit(operation.result)
  const codes = new Set([...Object.values(everywhere), ...common, ...operation.errors].map(({ code }) => code))
  const statuses = new Set([200, ...Object.keys(operation.otherAnswers ?? {}).map(Number)])
  return {
    answer(answer, status) {
      if (!statuses.has(status)) throw new Error(`${operation.name} answers with ${status}, which it does not declare`)
      if (answer instanceof JsonText || answer instanceof Uint8Array || answer instanceof Readable) return
      const wrong = fit(JSON.parse(success(answer).text))
      if (wrong !== undefined)
        throw new Error(`${operation.name} answers with another shape than it declares: ${wrong}`)
    },
    refusal(error) {
      if (!(error instanceof PlatformError) || codes.has(error.code)) return error
      return new Error(`${operation.name} refuses with ${error.code}, which it does not declare`, { cause: error })
    },
  }
}

export const noGuard: AnswerGuard = { answer: () => {}, refusal: (error) => error }
