import type { BlobStore } from './blob-store.ts'
import type { S3Error } from './s3-errors.ts'

/**
 * The number of consecutive 429 or 5xx responses after which the store counts as unavailable. A request without any
 * response counts at once.
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
 * Wraps a store in a circuit breaker, so that callers don't wait one by one for an unavailable store. After a failure,
 * all requests fail immediately with the code `S3_UNAVAILABLE`. The first request after the cooldown checks whether the
 * store is back.
 */
export function withBreaker<T extends CheckableStore>(store: T, options: BreakerOptions = {}): T {
  const { cooldownMs = 2_000, probeAfterMs = 1_000, nowMs = () => performance.now() } = options
  let isOpen = false
  let refusals = 0
  let openUntilMs = 0
  let lastResponseMs = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  async function recorded<R>(work: () => Promise<R>): Promise<R> {
    try {
      const result = await work()
      recordResponse()
      return result
    } catch (error) {
      recordFailure(error as Partial<S3Error>)
      throw error
    }
  }

  function recordResponse(): void {
    isOpen = false
    refusals = 0
    lastResponseMs = nowMs()
  }

  function recordFailure({ code, status }: Partial<S3Error>): void {
    if (status !== undefined && !isStoreFailure(status)) recordResponse()
    // A single file that the store can't deliver, or a response that can't be parsed, must not block all other files.
    else if (status !== undefined && ++refusals < maxRefusals) return
    else if (status === undefined && !isNoResponse(code)) return
    else open()
  }

  function open(): void {
    isOpen = true
    openUntilMs = nowMs() + cooldownMs
  }

  function check(): Promise<void> {
    checking ??= recorded(() => store.check()).finally(() => {
      checking = undefined
    })
    return checking
  }

  async function guarded<R>(work: () => Promise<R>, isTransfer = false): Promise<R> {
    if (isOpen) {
      if (nowMs() < openUntilMs || checking !== undefined) throw unavailable()
      await check()
      if (isOpen) throw unavailable()
    } else if (isTransfer && nowMs() - lastResponseMs > probeAfterMs) await check()
    return recorded(work)
  }

  return {
    ...store,
    put: (...given) => guarded(() => store.put(...given), true),
    read: (...given) => guarded(() => store.read(...given)),
    remove: (...given) => guarded(() => store.remove(...given)),
    async *list(untouchedSinceMs) {
      if (isOpen) await guarded(() => store.check())
      yield* store.list(untouchedSinceMs)
    },
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
