import type { BlobStore } from './blob-store.ts'
import type { S3Error } from './s3-errors.ts'

/**
 * The number of consecutive 429 or 5xx responses after which the store counts as unavailable. A request without any
 * response counts at once.
 */
const refusalsInRow = 5

export interface BreakerOptions {
  /** How long no requests are sent to an unavailable store. */
  readonly restMs?: number
  /**
   * After this time without a response, an upload is preceded by a short check, because an upload itself has a long
   * timeout.
   */
  readonly quietMs?: number
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly nowMs?: () => number
}

export type CheckableStore = BlobStore & { check(): Promise<void> }

/**
 * Wraps a store in a circuit breaker, so that callers don't wait one by one for an unavailable store. After a failure,
 * all requests fail immediately with the code `S3_RESTING`. The first request after the rest checks whether the store
 * is back.
 */
export function withBreaker<T extends CheckableStore>(store: T, options: BreakerOptions = {}): T {
  const { restMs = 2_000, quietMs = 1_000, nowMs = () => performance.now() } = options
  let isAway = false
  let refusals = 0
  let restUntilMs = 0
  let heardMs = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  async function noting<R>(work: () => Promise<R>): Promise<R> {
    try {
      const result = await work()
      heard()
      return result
    } catch (error) {
      note(error as Partial<S3Error>)
      throw error
    }
  }

  function heard(): void {
    isAway = false
    refusals = 0
    heardMs = nowMs()
  }

  function note({ code, status }: Partial<S3Error>): void {
    if (status !== undefined && !isTrouble(status)) heard()
    // A single file that the store can't deliver, or a response that can't be parsed, must not block all other files.
    else if (status !== undefined && ++refusals < refusalsInRow) return
    else if (status === undefined && !isSilence(code)) return
    else rest()
  }

  function rest(): void {
    isAway = true
    restUntilMs = nowMs() + restMs
  }

  function check(): Promise<void> {
    checking ??= noting(() => store.check()).finally(() => {
      checking = undefined
    })
    return checking
  }

  async function guarded<R>(work: () => Promise<R>, isTransfer = false): Promise<R> {
    if (isAway) {
      if (nowMs() < restUntilMs || checking !== undefined) throw resting()
      await check()
      if (isAway) throw resting()
    } else if (isTransfer && nowMs() - heardMs > quietMs) await check()
    return noting(work)
  }

  return {
    ...store,
    put: (...given) => guarded(() => store.put(...given), true),
    read: (...given) => guarded(() => store.read(...given)),
    remove: (...given) => guarded(() => store.remove(...given)),
    async *list(untouchedSinceMs) {
      if (isAway) await guarded(() => store.check())
      yield* store.list(untouchedSinceMs)
    },
  }
}

/** Returns whether the status reports a failure of the store rather than of the request. */
function isTrouble(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 507)
}

/** Returns whether the code means that no response came. Failures of the local disk have other codes. */
function isSilence(code = ''): boolean {
  return /^(S3_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOST\w+|ENET\w+|ERR_SSL_\w+)$/.test(code)
}

function resting(): Error {
  return Object.assign(new Error('the object store was away a moment ago'), { code: 'S3_RESTING' })
}
