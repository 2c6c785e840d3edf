import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Outbound } from '../../foundation/outbound/index.ts'
import { type SignedRequest, signedHeaders } from './signature.ts'

/** The time in which a receiver has to answer, in ms. */
const answerWithinMs = 15_000
const maxAnswerBytes = 1024 ** 2
const keptChars = 2_000

/** The result of a request to a receiver. */
export interface Answer {
  /** HTTP status; null when there was no response. */
  readonly status: number | null
  /** Why the attempt failed; null for a status from 200 to 299. */
  readonly problem: string | null
  /** The beginning of the response; null when there was none. */
  readonly response: string | null
}

export interface SendOptions {
  readonly outbound: Pick<Outbound, 'request'>
  readonly secrets: readonly string[]
  readonly withinMs?: number
  /** Aborts the request; `sendRequest` then throws. */
  readonly signal?: AbortSignal
}

/** Sends a signed request to a receiver. Returns failures of the receiver and of the network instead of throwing. */
export async function sendRequest(
  url: string,
  request: SignedRequest,
  { outbound, secrets, withinMs = answerWithinMs, signal }: SendOptions,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...signedHeaders(request, secrets) }
  const limits = { maxBytes: maxAnswerBytes, wholeMs: withinMs, ...(signal && { signal }) }
  try {
    using answered = await outbound.request(url, { method: 'POST', headers, body: request.body }, limits)
    const { status } = answered
    const isDone = status >= 200 && status < 300
    const response = await beginningOf(answered.chunks)
    return { status, problem: isDone ? null : `the receiver responded with ${status}`, response }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof PlatformError)) throw error
    return { status: null, problem: error.message, response: null }
  }
}

/** Reads the first characters of a response, without those that the database cannot store. */
async function beginningOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= keptChars) break
  }
  return text.slice(0, keptChars).replaceAll('\0', '').toWellFormed()
}
