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

/** Runs tasks with the same key, such as a user's id, in FIFO order and a limited number at the same time. */
export type ConcurrencyLimitByKey = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** Returns a function that applies `limitConcurrency` to each key separately. A key without tasks takes no memory. */
export function limitConcurrencyByKey(
  limit: { running: number; waiting: number },
  refuse: () => Error,
): ConcurrencyLimitByKey {
  const lines = new Map<string, { readonly limited: ConcurrencyLimit; tasks: number }>()
  return async (key, task) => {
    const line = lines.get(key) ?? { limited: limitConcurrency(limit, refuse), tasks: 0 }
    lines.set(key, line)
    line.tasks++
    try {
      return await line.limited(task)
    } finally {
      if (--line.tasks === 0) lines.delete(key)
    }
  }
}
