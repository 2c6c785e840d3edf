import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Settings } from '../../foundation/config/index.ts'
import { isTransient, readS3Error } from './s3-errors.ts'
import { presignUrl, signHeaders, withQuery } from './s3-signature.ts'

/** The SHA-256 of an empty body. */
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The key of the object; without a key, the request concerns the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: S3Body
}

/** The body of a request; opened again for each attempt. The store rejects bytes with another SHA-256 (hex). */
interface S3Body {
  readonly sha256: string
  readonly bytes: number
  open(): NodeJS.ReadableStream
}

export interface S3Timeouts {
  /**
   * Timeout until the response begins, for requests without a body; short, so that callers soon learn of a store that
   * hangs.
   */
  readonly responseTimeoutMs: number
  /** Timeout without a byte in either direction, for requests with a body and for responses. */
  readonly idleTimeoutMs: number
  /** Waits before each retry; up to half of each wait is random. */
  readonly retryDelaysMs: readonly number[]
}

const usualPatience: S3Timeouts = { responseTimeoutMs: 2_500, idleTimeoutMs: 30_000, retryDelaysMs: [100, 300, 900] }

export interface S3Client {
  /**
   * Sends a request, retries transient failures and returns the result of `read` for a 2xx response. Every request has
   * to be idempotent. Rejects with the code ENOENT when the object does not exist and ENOSPC when the store is full.
   */
  send<T>(request: S3Request, read: (answer: IncomingMessage) => Promise<T> | T): Promise<T>
  /** Returns a presigned URL, for use by others with the headers of the request. */
  presign(request: S3Request, expiresS: number): string
  close(): void
}

export function createS3Client(settings: S3Settings, timeouts: S3Timeouts = usualPatience): S3Client {
  const secure = settings.endpoint.startsWith('https:')
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })

  /** Returns the URL of a request in path style, because self-hosted stores rarely have a host name for each bucket. */
  function urlOf({ key, query = {} }: S3Request): URL {
    const path = key === undefined ? settings.bucket : `${settings.bucket}/${key}`
    return withQuery(new URL(`${settings.endpoint}/${path}`), query)
  }

  function sendOnce(request: S3Request): Promise<IncomingMessage> {
    const { method, body } = request
    const url = urlOf(request)
    const bare = { ...request.headers, ...(body && { 'content-length': String(body.bytes) }) }
    // The signature uses the system clock, even where tests replace the platform's clock, because the store compares
    // the time with its own.
    const headers = signHeaders(settings, { method, url, headers: bare, payload: body?.sha256 ?? nothing }, new Date())
    return new Promise((resolve, reject) => {
      // A timeout given as an option includes the time for connecting; a timeout set later would not.
      const outgoing = (secure ? requestHttps : requestHttp)(url, {
        method,
        headers,
        agent,
        timeout: timeouts.responseTimeoutMs,
      })
      outgoing.once('timeout', () => outgoing.destroy(timedOut()))
      if (body)
        outgoing.once('socket', (socket) => onceConnected(socket, () => socket.setTimeout(timeouts.idleTimeoutMs)))
      outgoing.on('error', reject)
      // Node reports no error when a server closes the connection with an unrequested protocol upgrade.
      outgoing.once('close', () => reject(endedEarly()))
      outgoing.once('response', (answer) => {
        outgoing.removeAllListeners('timeout')
        watch(answer, timeouts.idleTimeoutMs)
        // When an error response comes before the whole body is sent, the rest of the body is not sent.
        answer.once('close', () => outgoing.writableFinished || outgoing.destroy())
        resolve(answer)
      })
      if (body && body.bytes > 0) pipeline(body.open(), outgoing).catch(reject)
      else outgoing.end()
    })
  }

  async function attempt<T>(request: S3Request, read: (answer: IncomingMessage) => Promise<T> | T): Promise<T> {
    const answer = await sendOnce(request)
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return read(answer)
    throw await readS3Error(request.method, answer)
  }

  return {
    async send(request, read) {
      for (const waitMs of timeouts.retryDelaysMs) {
        try {
          return await attempt(request, read)
        } catch (error) {
          if (!isTransient(error)) throw error
        }
        await wait(waitMs * (1 - Math.random() / 2))
      }
      return attempt(request, read)
    },
    presign(request, expiresS) {
      const { method, headers = {} } = request
      const payload = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
      return presignUrl(settings, { method, url: urlOf(request), headers, payload }, expiresS, new Date()).href
    },
    close: () => agent.destroy(),
  }
}

/** Ends a response when no bytes arrive within the timeout, unless the reader is too slow to take them. */
function watch(answer: IncomingMessage, idleTimeoutMs: number): void {
  const { socket } = answer
  const silent = (): void => {
    if (answer.readableLength < answer.readableHighWaterMark) answer.destroy(timedOut())
    else socket.setTimeout(idleTimeoutMs)
  }
  socket.setTimeout(idleTimeoutMs)
  socket.on('timeout', silent)
  answer.once('close', () => socket.off('timeout', silent))
}

function onceConnected(socket: Socket, then: () => void): void {
  if (socket.connecting) socket.once('connect', then)
  else then()
}

function endedEarly(): Error {
  return Object.assign(new Error('the connection to the object store ended without an answer'), { code: 'ECONNRESET' })
}

function timedOut(): Error {
  return Object.assign(new Error('the object store does not answer'), { code: 'S3_TIMEOUT' })
}
