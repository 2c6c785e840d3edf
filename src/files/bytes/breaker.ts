import type { ByteStore } from './byte-store.ts'
import type { S3Failure } from './s3-failures.ts'

/** Refusals of this kind in a row mean that the store is away; a request without an answer says so by itself. */
const refusalsInRow = 5

export interface BreakerOptions {
  /** How long a store that is away is left alone. */
  readonly restMs?: number
  /** After so long without a word from it a transfer, which has much patience, begins with a short question. */
  readonly quietMs?: number
}

export type AskedStore = ByteStore & { check(): Promise<void> }

/**
 * Keeps callers from waiting, one after the other, for a store that is away: after a failure all are refused at once,
 * with the code `S3_RESTING`, until one who comes after the rest has asked whether it is back.
 */
export function withBreaker<T extends AskedStore>(
  store: T,
  { restMs = 2_000, quietMs = 1_000 }: BreakerOptions = {},
): T {
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
      note(error as Partial<S3Failure>)
      throw error
    }
  }

  function heard(): void {
    isAway = false
    refusals = 0
    heardMs = performance.now()
  }

  function note({ code, status }: Partial<S3Failure>): void {
    if (status !== undefined && !isTrouble(status)) heard()
    // One file that the store can't give must not take away all others, nor may one that we can't read.
    else if (status !== undefined && ++refusals < refusalsInRow) return
    else if (status === undefined && !isSilence(code)) return
    else rest()
  }

  function rest(): void {
    isAway = true
    restUntilMs = performance.now() + restMs
  }

  function check(): Promise<void> {
    checking ??= noting(() => store.check()).finally(() => {
      checking = undefined
    })
    return checking
  }

  async function guarded<R>(work: () => Promise<R>, isTransfer = false): Promise<R> {
    if (isAway) {
      if (performance.now() < restUntilMs || checking !== undefined) throw resting()
      await check()
      if (isAway) throw resting()
    } else if (isTransfer && performance.now() - heardMs > quietMs) await check()
    return noting(work)
  }

  return {
    ...store,
    keep: (...given) => guarded(() => store.keep(...given), true),
    read: (...given) => guarded(() => store.read(...given)),
    remove: (...given) => guarded(() => store.remove(...given)),
    async *list(untouchedSinceMs) {
      if (isAway) await guarded(() => store.check())
      yield* store.list(untouchedSinceMs)
    },
  }
}

/** Of the store, and not of the request. */
function isTrouble(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 507)
}

/** No answer came; trouble with our own disk has other codes. */
function isSilence(code = ''): boolean {
  return /^(S3_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOST\w+|ENET\w+|ERR_SSL_\w+)$/.test(code)
}

function resting(): Error {
  return Object.assign(new Error('the object store was away a moment ago'), { code: 'S3_RESTING' })
}
