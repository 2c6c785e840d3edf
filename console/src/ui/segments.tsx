import type { ReactNode } from 'react'
import css from './segments.module.css'

/** One choice of a row of segments. */
export interface Segment {
  readonly key: string
  readonly label: ReactNode
}

/** A row of segments of which one is selected, such as the statuses above a list. */
export function Segments(props: {
  label: string
  segments: readonly Segment[]
  selected: string
  onSelect: (key: string) => void
}) {
  const { label, segments, selected, onSelect } = props
  return (
    <fieldset className={css.segments} aria-label={label}>
      {segments.map(({ key, label: text }) => (
        <button key={key} type="button" aria-pressed={key === selected} onClick={() => onSelect(key)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
