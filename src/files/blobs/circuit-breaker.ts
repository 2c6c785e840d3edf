import type { Readable } from 'node:stream'
import type { ByteRange } from '../disk-io.ts'
import type { BlobStore } from './blob-store.ts'
import type { S3Error } from './s3-errors.ts'

/**
 * The number of consecutive responses with status 429 or 5xx, except 501 and 507, after which the store counts as
 * unavailable. After a request without any response, the store counts as unavailable at once.
 */
const maxRefusals = 5

export interface BreakerOptions {
  /** How long no requests are sent to an unavailable store. */
  readonly cooldownMs?: number
  /**
   * After this time without a response, an upload is preceded by a short check, because an upload itself has a long
   * timeout.
   */
  readonly probeAfterMs?: number
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly nowMs?: () => number
}

export type CheckableStore = BlobStore & { check(): Promise<void> }

/**
 * Wraps a store in a circuit breaker, so that callers don't wait one by one for an unavailable store. Once the store
 * counts as unavailable, requests fail immediately with the code `S3_UNAVAILABLE` until the cooldown has ended. The
 * first request after the cooldown checks whether the store responds again.
 */
export class CircuitBreaker implements CheckableStore {
  readonly #store: CheckableStore
  readonly #cooldownMs: number
  readonly #probeAfterMs: number
  readonly #nowMs: () => number
  #isOpen = false
  #refusals = 0
  #openUntilMs = 0
  #lastResponseMs = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | undefined

  constructor(store: CheckableStore, options: BreakerOptions = {}) {
    const { cooldownMs = 2_000, probeAfterMs = 1_000, nowMs = () => performance.now() } = options
    this.#store = store
    this.#cooldownMs = cooldownMs
    this.#probeAfterMs = probeAfterMs
    this.#nowMs = nowMs
  }

  put(...upload: Parameters<BlobStore['put']>): Promise<void> {
    return this.#guarded(() => this.#store.put(...upload), true)
  }

  read(sha256: string, range?: ByteRange): Promise<Readable> {
    return this.#guarded(() => this.#store.read(sha256, range))
  }

  remove(sha256: string): Promise<void> {
    return this.#guarded(() => this.#store.remove(sha256))
  }

  async *list(untouchedSinceMs: number): AsyncGenerator<string> {
    if (this.#isOpen) await this.#guarded(() => this.#store.check())
    yield* this.#store.list(untouchedSinceMs)
  }

  check(): Promise<void> {
    return this.#store.check()
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #recorded<R>(work: () => Promise<R>): Promise<R> {
    try {
      const result = await work()
      this.#recordResponse()
      return result
    } catch (error) {
      this.#recordFailure(error as Partial<S3Error>)
      throw error
    }
  }

  #recordResponse(): void {
    this.#isOpen = false
    this.#refusals = 0
    this.#lastResponseMs = this.#nowMs()
  }

  #recordFailure({ code, status }: Partial<S3Error>): void {
    if (status !== undefined && !isStoreFailure(status)) this.#recordResponse()
    // A single file that the store can't deliver, or a response that can't be parsed, must not block all other files.
    else if (status !== undefined && ++this.#refusals < maxRefusals) return
    else if (status === undefined && !isNoResponse(code)) return
    else this.#open()
  }

  #open(): void {
    this.#isOpen = true
    this.#openUntilMs = this.#nowMs() + this.#cooldownMs
  }

  /** Checks the store once, however many requests wait for the answer. */
  #recheck(): Promise<void> {
    this.#checking ??= this.#recorded(() => this.#store.check()).finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #guarded<R>(work: () => Promise<R>, isTransfer = false): Promise<R> {
    if (this.#isOpen) {
      if (this.#nowMs() < this.#openUntilMs || this.#checking !== undefined) throw unavailable()
      await this.#recheck()
      if (this.#isOpen) throw unavailable()
    } else if (isTransfer && this.#nowMs() - this.#lastResponseMs > this.#probeAfterMs) await this.#recheck()
    return this.#recorded(work)
  }
}

/** Returns whether the status reports a failure of the store rather than of the request. */
function isStoreFailure(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 507)
}

/** Returns whether the code means that no response came. Failures of the local disk have other codes. */
function isNoResponse(code = ''): boolean {
  return /^(S3_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOST\w+|ENET\w+|ERR_SSL_\w+)$/.test(code)
}

function unavailable(): Error {
  return Object.assign(new Error('the object store is unavailable; requests are stopped for a moment'), {
    code: 'S3_UNAVAILABLE',
  })
}
