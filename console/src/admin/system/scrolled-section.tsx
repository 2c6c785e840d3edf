import type { ReactNode } from 'react'
import css from './system.module.css'

/** A section with a title whose tables scroll in a narrow window. */
export function ScrolledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls, so the keyboard must reach it
    <section className={css.section} aria-label={title} tabIndex={0}>
      <h2 className="caption">{title}</h2>
      {children}
    </section>
  )
}
