/** Maximum number of keys of one read. */
const maxKeys = 500

interface Waiting<T> {
  readonly key: string
  readonly resolve: (value: T | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that reads by key. Calls that arrive during a read wait for the next read, which answers all of
 * them. Many simultaneous callers cost few statements, and a single caller does not wait.
 */
export function readTogether<T>(
  read: (keys: readonly string[]) => Promise<readonly T[]>,
  keyOf: (value: T) => string,
): (key: string) => Promise<T | undefined> {
  const waiting: Waiting<T>[] = []
  let isReading = false

  async function readAll(): Promise<void> {
    isReading = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxKeys)
      try {
        const found = new Map((await read([...new Set(batch.map(({ key }) => key))])).map((one) => [keyOf(one), one]))
        for (const { key, resolve } of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isReading = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      // Lets requests of the same turn of the event loop share the first read.
      if (!isReading) {
        isReading = true
        setImmediate(() => void readAll())
      }
    })
}
