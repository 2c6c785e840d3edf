import type { ReactNode } from 'react'
import css from './facts.module.css'

/** Short facts in a row, each with its name above its value. Facts without a value are left out. */
export function Facts({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={css.facts}>
      {items
        .filter(({ value }) => value !== undefined && value !== null && value !== '')
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
