import type { IncomingMessage } from 'node:http'
import { readErrorBody } from './s3-body.ts'
import { textsOf } from './s3-xml.ts'

/** Error codes of the store and the equivalent codes of a disk, so that both stores are handled alike. */
const diskCodes: Readonly<Record<string, string>> = {
  NoSuchKey: 'ENOENT',
  QuotaExceeded: 'ENOSPC',
  XMinioStorageFull: 'ENOSPC',
}

/**
 * Codes of failed connections that are retried. The timeout of a request (`S3_TIMEOUT`) is not retried, since the
 * caller has waited long enough.
 */
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])

/** An error response of the store. */
export interface S3Error extends Error {
  readonly code: string
  /** The HTTP status of the response. */
  readonly status: number
}

/**
 * Reads an error response. For a body that is no error document, the code is made from the status, such as `S3_502`.
 */
export async function readS3Error(method: string, answer: IncomingMessage): Promise<S3Error> {
  const { statusCode = 0 } = answer
  // A response to HEAD has no body, so the code follows from the status.
  const code = method === 'HEAD' && statusCode === 404 ? 'NoSuchKey' : codeOf(await readErrorBody(answer))
  return s3Error(method, statusCode, code)
}

/** Creates the error for a response with this status and this code in its body. */
export function s3Error(method: string, status: number, s3Code: string | undefined): S3Error {
  const code = status === 507 ? 'ENOSPC' : (diskCodes[s3Code ?? ''] ?? s3Code ?? `S3_${status}`)
  return Object.assign(new Error(`the object store answers ${method} with ${status} ${s3Code ?? ''}`.trim()), {
    code,
    status,
  })
}

/** Returns whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  const { code = '', status } = error as Partial<S3Error>
  if (status === undefined) return networkCodes.has(code)
  return (status >= 500 && status !== 501 && status !== 507) || status === 429 || code === 'RequestTimeout'
}

/** Returns the code of an XML error document; undefined for any other body, such as the page of a proxy. */
export function codeOf(body: string | undefined): string | undefined {
  try {
    return body?.includes('<Error') ? textsOf(body, 'Code')[0] : undefined
  } catch {
    return undefined
  }
}
