import type { ReactNode } from 'react'
import css from './status-chip.module.css'

/** The meaning of a status as a colour. The text also names the status, so that colour is never the only sign. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'danger'

/** A status as a chip with a dot. */
export function StatusChip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {children}
    </span>
  )
}

/** A short plain label, such as an item of a category. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={css.tag}>{children}</span>
}

/** A number beside a name, such as the unread notifications. */
export function Counter({ children, isQuiet = false }: { children: ReactNode; isQuiet?: boolean }) {
  return (
    <span className={css.counter} data-quiet={isQuiet || undefined}>
      {children}
    </span>
  )
}

/** One of the statuses of an element. */
export interface Step {
  readonly code: string
  readonly name: string
  readonly tone?: Tone
  /** Whether the user may choose the step; a step without this is only shown. */
  readonly isAllowed?: boolean
  /** Why the step cannot be chosen. */
  readonly reason?: string
}

/** The statuses in their order with the current one marked. Allowed steps are buttons. */
export function StatusSteps(props: {
  label: string
  steps: readonly Step[]
  current: string | undefined
  onSelect?: (code: string) => void
}) {
  const { label, steps, current, onSelect } = props
  const position = steps.findIndex(({ code }) => code === current)
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map(({ code, name, tone = 'neutral', isAllowed, reason }, index) => (
        <li
          key={code}
          data-state={index < position ? 'past' : index === position ? 'current' : 'next'}
          data-tone={tone}
          aria-current={index === position ? 'step' : undefined}
        >
          {onSelect && isAllowed && index !== position ? (
            <button type="button" onClick={() => onSelect(code)}>
              {name}
            </button>
          ) : (
            <span title={reason}>{name}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
