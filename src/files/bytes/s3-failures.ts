import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { textsOf } from './s3-xml.ts'

/** What the disk would call it, so that both stores are handled alike. */
const diskCodes: Readonly<Record<string, string>> = {
  NoSuchKey: 'ENOENT',
  QuotaExceeded: 'ENOSPC',
  XMinioStorageFull: 'ENOSPC',
}

/** The connection failed. A time-out is not among them: the caller has waited enough. */
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])

/** A refusal of the store. */
export interface S3Failure extends Error {
  readonly code: string
  /** Of the answer. */
  readonly status: number
}

export async function failureOf(method: string, answer: IncomingMessage): Promise<S3Failure> {
  const { statusCode = 0 } = answer
  // Nothing comes with an answer to HEAD.
  const code = method === 'HEAD' && statusCode === 404 ? 'NoSuchKey' : codeOf(await text(answer))
  return failure(method, statusCode, code)
}

export function failure(method: string, status: number, s3Code: string | undefined): S3Failure {
  const code = status === 507 ? 'ENOSPC' : (diskCodes[s3Code ?? ''] ?? s3Code ?? `S3_${status}`)
  return Object.assign(new Error(`the object store answers ${method} with ${status} ${s3Code ?? ''}`.trim()), {
    code,
    status,
  })
}

/** Whether the same may go well a moment later. */
export function mayPass(error: unknown): boolean {
  const { code = '', status } = error as Partial<S3Failure>
  if (status === undefined) return networkCodes.has(code)
  return (status >= 500 && status !== 501 && status !== 507) || status === 429 || code === 'RequestTimeout'
}

/** That of an error document; undefined when it is none, as when a proxy answers. */
export function codeOf(body: string): string | undefined {
  try {
    return body.includes('<Error') ? textsOf(body, 'Code')[0] : undefined
  } catch {
    return undefined
  }
}
