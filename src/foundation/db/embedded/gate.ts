import { AsyncLocalStorage } from 'node:async_hooks'

export interface Gate {
  /** Runs `work` beside other shared work, but never while `hold` has the gate. */
  share<T>(work: () => Promise<T>): Promise<T>
  /** Runs `work` alone, after all work that asked earlier. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Returns the milliseconds since work was last requested. */
  quietMs(): number
}

/**
 * Creates the gate of the embedded server. The server has one session, so a statement sent while a transaction is open
 * becomes part of the transaction. The gate is FIFO: nothing overtakes a waiting transaction, and a transaction
 * overtakes nothing.
 */
export function createGate(): Gate {
  const waiting: { holds: boolean; start: () => void }[] = []
  let held = false
  let lastAskedMs = performance.now()

  const next = (): void => {
    while (!held && waiting.length > 0) {
      const { holds, start } = waiting.shift()!
      held = holds
      start()
    }
  }

  return {
    share(work) {
      lastAskedMs = performance.now()
      if (!held && waiting.length === 0) return work()
      return new Promise((resolve, reject) => {
        const start = AsyncLocalStorage.bind(() => void work().then(resolve, reject))
        waiting.push({ holds: false, start })
      })
    },
    hold(work) {
      lastAskedMs = performance.now()
      return new Promise((resolve, reject) => {
        const start = AsyncLocalStorage.bind(() => {
          const open = (): void => {
            held = false
            next()
          }
          void work().then(resolve, reject).finally(open)
        })
        waiting.push({ holds: true, start })
        next()
      })
    },
    quietMs: () => performance.now() - lastAskedMs,
  }
}
