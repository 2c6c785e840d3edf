import { type ReactNode, useState } from 'react'

/**
 * A part of a form below a summary. `isOpenAtFirst` counts when the part appears; afterwards only the user opens and
 * closes the part, so that typing in the form never hides the box in which the user types.
 */
export function Disclosure(props: {
  summary: ReactNode
  isOpenAtFirst: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const { summary, isOpenAtFirst, className, children } = props
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details className={className} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
