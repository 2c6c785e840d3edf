import type { ReactNode } from 'react'
import css from './field-list.module.css'

/** Names and values in two columns, as in a pane. */
export function FieldList({ items }: { items: readonly { key: string; name: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={css.list}>
      {items.map(({ key, name, value }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
