import { createHash } from 'node:crypto'
import { canonicalJson, isObject } from '../../../foundation/kit/json.ts'
import type { Variables } from '../../engine/index.ts'
import { readAnsweredError } from '../../work/index.ts'
import { answerInvalid } from './errors.ts'

/** An answer to a delegated activity: values, or a BPMN error. */
export type RestoreAnswer =
  | { readonly type: 'output'; readonly values: Variables }
  | { readonly type: 'error'; readonly code: string; readonly message?: string }

/**
 * Reads `{context}`, `{output}` or `{error: {code, message}}`; an empty body is an empty output. Throws
 * `restore_point.answer_invalid`.
 */
export function readRestoreAnswer(body: Readonly<Record<string, unknown>>): RestoreAnswer {
  const given = ['context', 'output', 'error'].filter((name) => body[name] !== undefined && body[name] !== null)
  if (given.length > 1)
    throw answerInvalid(`the answer has ${given.map((name) => `"${name}"`).join(' and ')}; send only one of them`)
  const [name] = given
  if (name === 'error') {
    const error = readAnsweredError(body.error)
    if (error === undefined)
      throw answerInvalid('"error" must be an object with the string "code" and, optionally, the string "message"', {
        field: 'error',
      })
    return { type: 'error', ...error }
  }
  const values = name === undefined ? {} : body[name]
  if (!isObject(values))
    throw answerInvalid(`"${name}" must be an object with the values of variables`, { field: name! })
  return { type: 'output', values }
}

/** Returns a hash that is equal for equal answers, regardless of the order of their keys. */
export function hashOfAnswer(answer: RestoreAnswer): string {
  return createHash('sha256').update(canonicalJson(answer)).digest('hex')
}
