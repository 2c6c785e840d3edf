export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs at most `running` tasks at the same time and queues up to `waiting` more in FIFO order.
 * Beyond that, the function throws the error that `refuse` returns.
 */
export function limitConcurrency(limit: { running: number; waiting: number }, refuse: () => Error): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit.running) {
      if (waiting.length >= limit.waiting) throw refuse()
      await new Promise<void>((start) => waiting.push(start))
    } else running++
    try {
      return await work()
    } finally {
      // The place passes to the next task, so `running` stays the same.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
