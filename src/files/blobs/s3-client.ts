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
   * Timeout of connecting, and for requests without a body also until the response begins; short, so that callers
   * soon learn of a store that hangs.
   */
  readonly responseTimeoutMs: number
  /** Timeout without a byte in either direction, for requests with a body and for responses. */
  readonly idleTimeoutMs: number
  /** Waits before each retry; up to half of each wait is random. */
  readonly retryDelaysMs: readonly number[]
}

const usualPatience: S3Timeouts = { responseTimeoutMs: 2_500, idleTimeoutMs: 30_000, retryDelaysMs: [100, 300, 900] }

/** Sends signed requests to an object store. */
export class S3Client {
  readonly #settings: S3Settings
  readonly #timeouts: S3Timeouts
  readonly #isSecure: boolean
  readonly #agent: HttpAgent | HttpsAgent

  constructor(settings: S3Settings, timeouts: S3Timeouts = usualPatience) {
    this.#settings = settings
    this.#timeouts = timeouts
    this.#isSecure = settings.endpoint.startsWith('https:')
    this.#agent = this.#isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  }

  /**
   * Sends a request, retries transient failures and returns the result of `read` for a 2xx response. Every request
   * has to be idempotent. Rejects with the code ENOENT when the object does not exist and ENOSPC when the store is
   * full.
   */
  async send<T>(request: S3Request, read: (answer: IncomingMessage) => Promise<T> | T): Promise<T> {
    for (const waitMs of this.#timeouts.retryDelaysMs) {
      try {
        return await this.#attempt(request, read)
      } catch (error) {
        if (!isTransient(error)) throw error
      }
      await wait(waitMs * (1 - Math.random() / 2))
    }
    return this.#attempt(request, read)
  }

  /** Returns a presigned URL, for use by others with the headers of the request. */
  presign(request: S3Request, expiresS: number): string {
    const { method, headers = {} } = request
    const payload = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
    return presignUrl(this.#settings, { method, url: this.#urlOf(request), headers, payload }, expiresS, new Date())
      .href
  }

  close(): void {
    this.#agent.destroy()
  }

  /**
   * Returns the URL of a request in path style, because self-hosted stores rarely have a host name for each bucket.
   */
  #urlOf({ key, query = {} }: S3Request): URL {
    const path = key === undefined ? this.#settings.bucket : `${this.#settings.bucket}/${key}`
    return withQuery(new URL(`${this.#settings.endpoint}/${path}`), query)
  }

  #sendOnce(request: S3Request): Promise<IncomingMessage> {
    const { method, body } = request
    const url = this.#urlOf(request)
    const bare = { ...request.headers, ...(body && { 'content-length': String(body.bytes) }) }
    // The signature uses the system clock, even where tests replace the platform's clock, because the store compares
    // the time with its own.
    const headers = signHeaders(
      this.#settings,
      { method, url, headers: bare, payload: body?.sha256 ?? nothing },
      new Date(),
    )
    return new Promise((resolve, reject) => {
      // A timeout given as an option includes the time for connecting; a timeout set later would not.
      const outgoing = (this.#isSecure ? requestHttps : requestHttp)(url, {
        method,
        headers,
        agent: this.#agent,
        timeout: this.#timeouts.responseTimeoutMs,
      })
      outgoing.once('timeout', () => outgoing.destroy(timedOut()))
      if (body)
        outgoing.once('socket', (socket) =>
          onceConnected(socket, () => socket.setTimeout(this.#timeouts.idleTimeoutMs)),
        )
      outgoing.on('error', reject)
      // Node reports no error when a server closes the connection with an unrequested protocol upgrade.
      outgoing.once('close', () => reject(endedEarly()))
      outgoing.once('response', (answer) => {
        outgoing.removeAllListeners('timeout')
        watch(answer, this.#timeouts.idleTimeoutMs)
        // When an error response comes before the whole body is sent, the rest of the body is not sent.
        answer.once('close', () => outgoing.writableFinished || outgoing.destroy())
        resolve(answer)
      })
      if (body && body.bytes > 0) pipeline(body.open(), outgoing).catch(reject)
      else outgoing.end()
    })
  }

  async #attempt<T>(request: S3Request, read: (answer: IncomingMessage) => Promise<T> | T): Promise<T> {
    const answer = await this.#sendOnce(request)
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return read(answer)
    throw await readS3Error(request.method, answer)
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
