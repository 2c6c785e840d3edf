import { AsyncLocalStorage } from 'node:async_hooks'

export interface Gate {
  /** Starts at once and runs beside others, but never while something holds the gate. */
  share<T>(work: () => Promise<T>): Promise<T>
  /** Waits for its turn and keeps all others out until it is done. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Nothing was asked for so long, in milliseconds. */
  quietMs(): number
}

/**
 * The embedded server has one session, so whatever is sent while a transaction is open becomes part of it.
 * First come, first served: a waiting transaction is not overtaken, and does not overtake.
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
