import { PlatformError } from '../kit/errors.ts'
import { JsonText } from '../kit/json.ts'
import { internal } from './errors.ts'
import type { Answer } from './operation.ts'

export const jsonType = 'application/json; charset=utf-8'

/** `{"success":true,"error":"", …}`; parts that PostgreSQL made are passed on as they are. */
export function success(answer: Answer): string {
  let text = '{"success":true,"error":""'
  for (const key in answer) {
    const value = answer[key]
    if (value === undefined) continue
    text += `,${JSON.stringify(key)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`
  }
  return `${text}}`
}

/** The answer of a list: the page's items as JSON text, and how many there are in all. */
export function listOf(items: JsonText | readonly unknown[], total: number): Answer {
  const text = items instanceof JsonText ? items.text : JSON.stringify(items)
  return { result: new JsonText(`{"result":${text},"total":${total}}`) }
}

export interface Failure {
  readonly status: number
  readonly body: string
}

/** Any failure in the one shape that clients read. A mistake of ours shows its code and request id only. */
export function failure(error: unknown, requestId: string): Failure {
  const known =
    error instanceof PlatformError ? error : internal('something went wrong on our side; the log knows more')
  const { field, ...details } = known.details
  const waitS = secondsToWait(known)
  const body = {
    success: false,
    error: known.message,
    code: known.code,
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(details).length === 0 ? {} : details),
    // Clients read it here or in the header Retry-After.
    ...(waitS === undefined ? {} : { retryAfter: waitS }),
    requestId,
  }
  return { status: known.status, body: JSON.stringify(body) }
}

/** Seconds until it makes sense to try again; undefined for failures that trying again does not mend. */
export function secondsToWait({ status, details }: PlatformError): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  return typeof details.retryAfterS === 'number' ? details.retryAfterS : 1
}
