import { type KeyboardEvent, type ReactNode, useId } from 'react'
import css from './tabs.module.css'

/** A tab with its content; the content of the other tabs is not rendered. */
export interface Tab<Key extends string> {
  readonly key: Key
  readonly label: ReactNode
  readonly content: ReactNode
}

/** A row of tabs and the content of the selected tab. The page keeps the selected key in its address. */
export function Tabs<Key extends string>(props: {
  label: string
  tabs: readonly Tab<Key>[]
  selected: Key
  onSelect: (key: Key) => void
}) {
  const { label, tabs, selected, onSelect } = props
  const id = useId()
  const current = tabs.find(({ key }) => key === selected) ?? tabs[0]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || !current) return
    event.preventDefault()
    const index = (tabs.indexOf(current) + step + tabs.length) % tabs.length
    onSelect(tabs[index]!.key)
    event.currentTarget.querySelectorAll('button')[index]?.focus()
  }
  return (
    <>
      <div className={`${css.tabs} not-printed`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current?.key}
            aria-controls={`${id}-panel`}
            tabIndex={key === current?.key ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.key}`} className={css.panel}>
        {current?.content}
      </div>
    </>
  )
}
