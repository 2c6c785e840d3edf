import { PlatformError } from '../kit/errors.ts'
import { JsonText } from '../kit/json.ts'
import { internal } from './errors.ts'
import type { Answer } from './operation.ts'

export const jsonType = 'application/json; charset=utf-8'

/** Returns `{"success":true,"error":"", …}`. A `JsonText` is inserted unchanged. */
export function success(answer: Answer): JsonText {
  const pieces: (string | Uint8Array)[] = []
  let text = '{"success":true,"error":""'
  for (const key in answer) {
    const value = answer[key]
    if (value === undefined) continue
    text += `,${JSON.stringify(key)}:`
    if (!(value instanceof JsonText)) text += JSON.stringify(value)
    else
      for (const piece of value.pieces) {
        if (typeof piece === 'string') text += piece
        else {
          pieces.push(text, piece)
          text = ''
        }
      }
  }
  return new JsonText(...pieces, `${text}}`)
}

/** Returns the result of a list: the items of the page as JSON text, and the total number of items. */
export function listOf(items: JsonText | readonly unknown[], total: number): Answer {
  const pieces = items instanceof JsonText ? items.pieces : [JSON.stringify(items)]
  return { result: new JsonText('{"result":', ...pieces, `,"total":${total}}`) }
}

export interface Failure {
  readonly status: number
  readonly body: string
}

/** Returns the status and the body for any error. An unexpected error shows only its code and request id. */
export function failure(error: unknown, requestId: string): Failure {
  const known =
    error instanceof PlatformError
      ? error
      : internal('an internal error occurred; the log of the server has the details')
  const { field, ...details } = known.details
  const waitS = secondsToWait(known)
  const body = {
    success: false,
    error: known.message,
    code: known.code,
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(details).length === 0 ? {} : details),
    // Clients may read the wait time here or in the header Retry-After.
    ...(waitS === undefined ? {} : { retryAfter: waitS }),
    requestId,
  }
  return { status: known.status, body: JSON.stringify(body) }
}

/** Returns the seconds until a retry makes sense; undefined for errors that a retry does not fix. */
export function secondsToWait({ status, details }: PlatformError): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  return typeof details.retryAfterS === 'number' ? details.retryAfterS : 1
}
