export type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Runs so many works at once and lets so many wait, in their order; for more it calls `refuse`, which throws. */
export function fewAtOnce(limit: { running: number; waiting: number }, refuse: () => Error): Limited {
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
      // The place goes to the next one, who does not count it again.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
