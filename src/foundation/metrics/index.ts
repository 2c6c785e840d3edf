// Metrics: figures of this process and of the installation, in the text format of Prometheus.

import { type AnyMetric, type Metric, writeExposition } from './exposition.ts'
import { type Counter, createCounter, createHistogram, type Histogram } from './instruments.ts'
import { createProcessMetrics } from './process-metrics.ts'

export { expositionType, type Metric } from './exposition.ts'

/** Reads figures when metrics are requested. */
type Measure = () => Promise<readonly AnyMetric[]> | readonly AnyMetric[]

export interface Metrics {
  counter(name: string, help: string, labelNames: readonly string[]): Counter
  histogram(name: string, help: string, labelNames: readonly string[]): Histogram
  /** Adds figures of this process, which are read at each request. */
  add(measure: Measure): void
  /** Adds figures that the database knows, which are read at most every ten seconds. */
  addStored(name: string, measure: Measure): void
  /** Returns all metrics as text. Figures of the database that cannot be read are left out. */
  text(): Promise<string>
  close(): void
}

const storedForMs = 10_000

export function createMetrics({ version }: { version: string }): Metrics {
  const own = createProcessMetrics(version)
  const kept: (Counter | Histogram)[] = []
  const measures: Measure[] = []
  const stored: { name: string; measure: Measure; untilMs: number; known: Promise<readonly AnyMetric[]> }[] = []
  const keep = <T extends Counter | Histogram>(one: T): T => {
    kept.push(one)
    return one
  }

  async function readStored(): Promise<readonly AnyMetric[]> {
    const failed: { labels: { source: string }; value: number }[] = []
    const read = await Promise.all(
      stored.map(async (one) => {
        if (performance.now() > one.untilMs) {
          one.untilMs = performance.now() + storedForMs
          one.known = Promise.resolve(one.measure())
        }
        const metrics = await one.known.catch(() => undefined)
        failed.push({ labels: { source: one.name }, value: metrics === undefined ? 1 : 0 })
        return metrics ?? []
      }),
    )
    const failures: Metric = {
      name: 'chancery_measure_failed',
      help: 'Whether the figures of a source could not be read from the database.',
      type: 'gauge',
      samples: failed.sort((a, b) => (a.labels.source < b.labels.source ? -1 : 1)),
    }
    return [...read.flat(), failures]
  }

  return {
    counter: (...given) => keep(createCounter(...given)),
    histogram: (...given) => keep(createHistogram(...given)),
    add: (measure) => void measures.push(measure),
    addStored: (name, measure) =>
      void stored.push({ name, measure: async () => measure(), untilMs: 0, known: Promise.resolve([]) }),
    async text() {
      const measured = await Promise.all(measures.map((measure) => measure()))
      return writeExposition([
        ...own.snapshot(),
        ...kept.map((one) => one.snapshot()),
        ...measured.flat(),
        ...(await readStored()),
      ])
    },
    close: () => own.close(),
  }
}
