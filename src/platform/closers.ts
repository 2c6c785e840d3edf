type Closer = () => Promise<unknown> | unknown

/** The functions to call when the platform stops, or when its start fails halfway. */
export interface Closers {
  add(closer: Closer): void
  /** Runs the closers, the last one first. A second call runs only the closers that were added since. */
  close(): Promise<void>
}

/** Returns an empty list of closers. */
export function createClosers(): Closers {
  const closers: Closer[] = []
  return {
    add: (closer) => void closers.push(closer),
    async close() {
      for (const closer of closers.splice(0).reverse()) await closer()
    },
  }
}
