import { type ConcurrencyLimit, limitConcurrency } from './concurrency-limit.ts'

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
