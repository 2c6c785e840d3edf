import type { Outbound } from '../../../foundation/outbound/index.ts'
import type { Work, WorkCall, WorkOutcome } from '../../execution/index.ts'
import { callLimits, contentOf, failureOf, readBody, refusalOf } from './answer.ts'
import { CallFailed, headersOf, parametersOf, urlOf } from './call-headers.ts'
import { SecretMissing, type Secrets, withoutSecretsIn } from './secrets.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

export interface CallDeps {
  readonly outbound: Outbound
  readonly secrets: Secrets
}

/**
 * Creates the work of the action `http`, which sends a request to another system. The result has the status, the
 * headers and the body of the answer. After 408, 409, 425, 429 and 5xx the request is repeated; other statuses than
 * 2xx are final failures.
 */
export function httpWork({ outbound, secrets }: CallDeps): Work {
  return {
    action: 'http',
    place: 'outside',
    run: (call) =>
      guarded(call, async () => {
        const answered = await outbound.request(urlOf(call), requestOf(call, secrets), {
          maxBytes: callLimits.maxAnswerBytes,
          wholeMs: Number(call.settings.timeoutMs ?? callLimits.usualMs),
          ...(call.signal && { signal: call.signal }),
        })
        using _ = answered
        const body = await readBody(answered)
        const refusal = refusalOf(answered, body, { now: call.now, secrets })
        if (refusal !== undefined) return refusal
        const { status, headers } = answered
        const value = await contentOf(body, headers['content-type']).catch((error) => {
          throw new CallFailed(`the other system answered with ${status}, but ${(error as Error).message}`)
        })
        return { type: 'done', variables: withoutSecretsIn({ status, headers: shown(headers), body: value }, secrets) }
      }),
  }
}

/**
 * Runs a call and turns its errors into failures. Throws unexpected errors, and every error after the call was
 * aborted, so that the call is repeated.
 */
export async function guarded(call: WorkCall, run: () => Promise<WorkOutcome>): Promise<WorkOutcome> {
  try {
    return await run()
  } catch (error) {
    if (call.signal?.aborted) throw error
    if (error instanceof CallFailed || error instanceof SecretMissing)
      return { type: 'failed', message: error.message, isFinal: true }
    return failureOf(error)
  }
}

function requestOf(call: WorkCall, secrets: Secrets) {
  const { method: given, body } = parametersOf(call)
  const hasBody = body !== undefined && body !== null
  const method = String(given ?? (hasBody ? 'POST' : 'GET')).toUpperCase()
  if (!methods.includes(method)) throw new CallFailed(`the method "${method}" is unknown; use ${methods.join(', ')}`)
  if (hasBody && (method === 'GET' || method === 'HEAD'))
    throw new CallFailed(`a request with the method ${method} cannot have a body`)
  const isText = typeof body === 'string'
  const headers = {
    ...(hasBody && { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' }),
    ...headersOf(call, secrets),
    'idempotency-key': `${call.instance.id}:${call.wait}`,
  }
  return { method, headers, ...(hasBody && { body: isText ? body : JSON.stringify(body) }) }
}

/** Returns the headers of an answer that have a single value, so without `set-cookie`, as text that can be stored. */
const shown = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.toWellFormed().replaceAll('\0', '')]] : [],
    ),
  )
