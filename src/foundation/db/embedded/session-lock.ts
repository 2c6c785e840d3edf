import { AsyncLocalStorage } from 'node:async_hooks'
import { somebodyWaits } from '../../kit/somebody-waits.ts'

/** A read-write lock on the one session of the embedded database. */
export interface SessionLock {
  /**
   * Starts `work` as soon as no exclusive work runs or was requested earlier. `work` must send its only statement at
   * once: the server processes statements in order, so exclusive work does not wait for the end of shared work.
   */
  shared<T>(work: () => Promise<T>): Promise<T>
  /**
   * Starts `work` after all work that was requested earlier has started and, if exclusive, has ended. No other work
   * starts until `work` ends.
   */
  exclusive<T>(work: () => Promise<T>): Promise<T>
  /** Returns the number of pieces of work that run, and of those that wait. */
  use(): { readonly running: number; readonly waiting: number }
  /**
   * Returns whether any of the waiting work is for somebody who waits for its result, such as the sender of a
   * request; false while only background work waits.
   */
  isAwaited(): boolean
  /** Returns the milliseconds since work was last requested. */
  quietMs(): number
}

/**
 * Creates the lock of the embedded server, which has one session, so a statement sent while a transaction is open
 * becomes part of the transaction. The lock is FIFO: nothing overtakes a waiting transaction, and a transaction
 * overtakes nothing.
 */
export function createSessionLock(): SessionLock {
  const waiting: { isExclusive: boolean; isAwaited: boolean; start: () => void }[] = []
  let isHeld = false
  let running = 0
  let lastRequestMs = performance.now()

  const next = (): void => {
    while (!isHeld && waiting.length > 0) {
      const { isExclusive, start } = waiting.shift()!
      isHeld = isExclusive
      start()
    }
  }

  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    running++
    try {
      return await work()
    } finally {
      running--
    }
  }

  return {
    shared(work) {
      lastRequestMs = performance.now()
      if (!isHeld && waiting.length === 0) return counted(work)
      return new Promise((resolve, reject) => {
        const start = AsyncLocalStorage.bind(() => void counted(work).then(resolve, reject))
        waiting.push({ isExclusive: false, isAwaited: somebodyWaits(), start })
      })
    },
    exclusive(work) {
      lastRequestMs = performance.now()
      return new Promise((resolve, reject) => {
        const start = AsyncLocalStorage.bind(() => {
          const release = (): void => {
            isHeld = false
            next()
          }
          void counted(work).then(resolve, reject).finally(release)
        })
        waiting.push({ isExclusive: true, isAwaited: somebodyWaits(), start })
        next()
      })
    },
    use: () => ({ running, waiting: waiting.length }),
    isAwaited: () => waiting.some(({ isAwaited }) => isAwaited),
    quietMs: () => performance.now() - lastRequestMs,
  }
}
