/** One value of a metric, with its labels. */
interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/**
 * A metric in a snapshot. As Prometheus asks for, the name of a value with a unit contains the unit (`_seconds`, `_bytes`),
 * and the name of a counter ends in `_total`.
 */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly samples: readonly Sample[]
}

/** A histogram in a snapshot. */
export interface HistogramMetric {
  readonly name: string
  readonly help: string
  readonly type: 'histogram'
  /** Upper limits of the buckets, in ascending order, without infinity. */
  readonly bounds: readonly number[]
  readonly series: readonly {
    readonly labels: Readonly<Record<string, string>>
    /** Number of values in each bucket, not cumulated; the last one is for values above all limits. */
    readonly counts: readonly number[]
    readonly sum: number
  }[]
}

export type AnyMetric = Metric | HistogramMetric

/** Media type of the text format of Prometheus. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes metrics in the text format of Prometheus. */
export function writeExposition(metrics: readonly AnyMetric[]): string {
  return metrics
    .map((metric) => {
      const head = `# HELP ${metric.name} ${escapeHelp(metric.help)}\n# TYPE ${metric.name} ${metric.type}\n`
      const lines = metric.type === 'histogram' ? linesOfHistogram(metric) : metric.samples.map(lineOf(metric.name))
      return head + lines.join('')
    })
    .join('')
}

const lineOf =
  (name: string) =>
  ({ labels = {}, value }: Sample): string =>
    `${name}${labelText(labels)} ${value}\n`

function linesOfHistogram({ name, bounds, series }: HistogramMetric): string[] {
  return series.flatMap(({ labels, counts, sum }) => {
    let below = 0
    const buckets = counts.map((count, at) => {
      below += count
      return lineOf(`${name}_bucket`)({ labels: { ...labels, le: String(bounds[at] ?? '+Inf') }, value: below })
    })
    return [
      ...buckets,
      lineOf(`${name}_sum`)({ labels, value: sum }),
      lineOf(`${name}_count`)({ labels, value: below }),
    ]
  })
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
