import { useElementSize } from '@mantine/hooks'
import css from './charts.module.css'

/** A bar; `part` is the share of the value that is marked, such as overdue tasks among open ones. */
export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly part?: number
  /** The value in words, written at the right of the bar. */
  readonly text: string
}

const rowHeight = 32
const barHeight = 8
const letterWidth = 7.4

/** Horizontal bars, one below the other, with their names above. `label` describes the chart for screen readers. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const { ref, width } = useElementSize()
  const highest = Math.max(...bars.map(({ value }) => value), 0) || 1
  const lengthOf = (value: number): number => (value > 0 ? Math.max(2, (value / highest) * width) : 0)
  return (
    <div ref={ref} className={css.chart}>
      <svg role="img" aria-label={label} width={width} height={bars.length * rowHeight}>
        {bars.map(({ key, label: name, value, part = 0, text }, index) => (
          <g key={key} transform={`translate(0 ${index * rowHeight})`}>
            <title>{`${name}: ${text}`}</title>
            <text y={13}>{shortened(name, width / letterWidth - text.length - 3)}</text>
            <text y={13} x={width} className={css.value}>
              {text}
            </text>
            <rect y={18} width={width} height={barHeight} rx={2} className={css.track} />
            <rect y={18} width={lengthOf(value)} height={barHeight} rx={2} className={css.bar} />
            {part > 0 && <rect y={18} width={lengthOf(part)} height={barHeight} rx={2} className={css.part} />}
          </g>
        ))}
      </svg>
    </div>
  )
}

const shortened = (text: string, maxLetters: number): string =>
  text.length > maxLetters ? `${text.slice(0, Math.max(1, Math.floor(maxLetters) - 1))}…` : text
