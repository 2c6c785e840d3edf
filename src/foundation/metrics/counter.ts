import type { Metric } from './exposition.ts'

export interface Counter {
  /** Adds one under the labels' values, which have the order of the names given to `createCounter`. */
  add(values: readonly string[]): void
  snapshot(): Metric
}

/** Creates a counter. The labels' values must come from the program, since each set of them is kept. */
export function createCounter(name: string, help: string, labelNames: readonly string[]): Counter {
  const series = new Map<string, { labels: Record<string, string>; value: number }>()
  return {
    add(values) {
      const key = values.join('\0')
      const known = series.get(key)
      if (known) known.value++
      else
        series.set(key, { labels: Object.fromEntries(labelNames.map((label, at) => [label, values[at]!])), value: 1 })
    },
    snapshot: () => ({ name, help, type: 'counter', samples: [...series.values()] }),
  }
}
