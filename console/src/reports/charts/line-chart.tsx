import { useElementSize } from '@mantine/hooks'
import { useFormats } from '../../i18n/format.ts'
import css from './charts.module.css'
import { ticks } from './scale.ts'

/** A point of a line, from left to right. */
export interface Point {
  readonly key: string
  readonly label: string
  readonly value: number
}

const height = 160
const margin = { top: 10, bottom: 26, end: 12 }
const letterWidth = 7.4

/** A line through points, with the values at the left. `label` describes the chart for screen readers. */
export function LineChart({ label, points }: { label: string; points: readonly Point[] }) {
  const { ref, width } = useElementSize()
  const { number } = useFormats()
  const lines = ticks(
    Math.max(...points.map(({ value }) => value), 0),
    points.every(({ value }) => Number.isInteger(value)),
  )
  const start = Math.max(...lines.map((each) => number(each).length)) * letterWidth + 10
  const x = (index: number) => start + (index / Math.max(1, points.length - 1)) * (width - start - margin.end)
  const y = (value: number) => height - margin.bottom - (value / lines.at(-1)!) * (height - margin.top - margin.bottom)
  const places = points.map(({ value }, index) => `${x(index)},${y(value)}`)
  return (
    <div ref={ref} className={css.chart}>
      <svg role="img" aria-label={label} width={width} height={height}>
        {lines.map((value) => (
          <g key={value}>
            <line x1={start} x2={width - margin.end} y1={y(value)} y2={y(value)} className={css.grid} />
            <text x={start - 8} y={y(value) + 4} className={css.value}>
              {number(value)}
            </text>
          </g>
        ))}
        <polyline points={places.join(' ')} className={css.line} />
        {points.map(({ key, label: name, value }, index) => (
          <circle key={key} cx={x(index)} cy={y(value)} r={3.5} className={css.dot}>
            <title>{`${name}: ${number(value)}`}</title>
          </circle>
        ))}
        {[...new Set([0, points.length - 1])].map((index) => (
          <text
            key={index}
            x={index === 0 ? start : width - margin.end}
            y={height - 6}
            className={index === 0 ? css.first : css.value}
          >
            {points[index]?.label}
          </text>
        ))}
      </svg>
    </div>
  )
}
