import type { HistogramMetric, Metric } from './exposition.ts'

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

/** Durations by their labels, counted in buckets. */
export interface Histogram {
  /** Counts one duration under the labels' values, which have the order of the names given to `createHistogram`. */
  observe(values: readonly string[], durationMs: number): void
  snapshot(): HistogramMetric
}

/** Upper limits of the buckets in seconds. */
const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

/** Creates a histogram of durations. The labels' values must come from the program, since each set of them is kept. */
export function createHistogram(name: string, help: string, labelNames: readonly string[]): Histogram {
  const series = new Map<string, { labels: Record<string, string>; counts: number[]; sum: number }>()
  return {
    observe(values, durationMs) {
      const key = values.join('\0')
      let one = series.get(key)
      if (one === undefined) {
        const labels = Object.fromEntries(labelNames.map((label, at) => [label, values[at]!]))
        one = { labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 }
        series.set(key, one)
      }
      const seconds = durationMs / 1000
      let at = 0
      while (at < bounds.length && seconds > bounds[at]!) at++
      one.counts[at]!++
      one.sum += seconds
    },
    snapshot: () => ({ name, help, type: 'histogram', bounds, series: [...series.values()] }),
  }
}
