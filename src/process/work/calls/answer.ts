import { readJson } from '../../../foundation/http/json/json-body.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { Answered } from '../../../foundation/outbound/index.ts'
import type { WorkOutcome } from '../../execution/index.ts'
import { type Secrets, withoutSecrets } from './secrets.ts'

/** Limits of requests to other systems. */
export const callLimits = {
  /** Maximum number of bytes of the body of an answer. */
  maxAnswerBytes: 1024 ** 2,
  /** Timeout of a request in milliseconds when the activity names no timeout. */
  usualMs: 30_000,
  /** Maximum number of characters of a refusal that an error message shows. */
  maxShownChars: 500,
} as const

type Failed = Extract<WorkOutcome, { type: 'failed' }>

/** Reads the body of an answer. Throws the errors of the outbound fetcher. */
export async function readBody({ chunks }: Answered): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/**
 * Returns a body as JSON if its content type says so, else as text; null if the body is empty. Throws a PlatformError
 * for wrong JSON.
 */
export async function contentOf(body: Buffer, contentType: string | undefined): Promise<unknown> {
  if (body.length === 0) return null
  if (/[/+]json\b/i.test(contentType ?? '')) return readJson(body)
  return body.toString().toWellFormed().replaceAll('\0', '')
}

const repeatable = [408, 409, 425, 429]

/** Returns the failure for the status of an answer; undefined for a 2xx status. */
export function refusalOf(
  { status, headers }: Answered,
  body: Buffer,
  { now, secrets }: { readonly now: Date; readonly secrets: Secrets },
): Failed | undefined {
  if (status >= 200 && status < 300) return undefined
  const text = withoutSecrets(body.toString(), secrets).slice(0, callLimits.maxShownChars)
  const shown = text.toWellFormed().replaceAll('\0', '').trim()
  const message = `the other system answered with ${status}${shown === '' ? '' : `: ${shown}`}`
  if (status < 500 && !repeatable.includes(status)) return { type: 'failed', message, isFinal: true }
  const retryAfterMs = retryAfter(headers['retry-after'], now)
  return { type: 'failed', message, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Maximum delay that another system can request with Retry-After, in milliseconds. */
const maxRetryAfterMs = 24 * 60 * 60_000

/** Reads a Retry-After header, in seconds or as a date. Returns milliseconds; undefined for any other text. */
function retryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d{1,10}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

/**
 * Outbound errors after which a request is repeated. A host name that cannot be resolved at the moment has the same
 * error as an address that is not allowed.
 */
const passing = ['outbound.unreachable', 'outbound.too_slow', 'outbound.broken_answer', 'outbound.not_allowed']

/** Returns the failure for an error of a request. Rethrows unexpected errors. */
export function failureOf(error: unknown): Failed {
  if (!(error instanceof PlatformError)) throw error
  // Incidents are read by administrators; users who fetch a file by its address do not see the names of settings.
  const hint =
    error.code === 'outbound.not_allowed'
      ? '; the settings OUTBOUND_ALLOW and OUTBOUND_PORTS of the server allow hosts and ports'
      : ''
  return { type: 'failed', message: `${error.message}${hint}`, ...(!passing.includes(error.code) && { isFinal: true }) }
}
