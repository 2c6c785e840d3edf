/** Runs the work of the same key one at a time, in FIFO order. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Creates a mutex per key. A key without work takes no memory. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    last.set(key, own)
    try {
      return await own
    } finally {
      if (last.get(key) === own) last.delete(key)
    }
  }
}
