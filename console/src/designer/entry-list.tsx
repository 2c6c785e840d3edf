import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useI18n } from '../i18n/index.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import css from './designer.module.css'

/** An entry of a list whose editor is beside the list. */
export interface ListedEntry {
  readonly key: string
  readonly title: string
  readonly hint: string
  /** Further short facts, such as "required". */
  readonly marks?: ReactNode
  /** Whether the entry is new or differs from what is deployed. */
  readonly isChanged: boolean
  readonly hasProblem: boolean
  /** Whether the entry belongs to an entry above it and is indented. */
  readonly isInside?: boolean
}

/** A list of entries. The arrow keys move the focus, Alt and an arrow key move the entry, Enter opens it. */
export function EntryList(props: {
  label: string
  entries: readonly ListedEntry[]
  /** Position of the open entry, from 0. */
  open: number | undefined
  onOpen: (index: number) => void
  onMove: (from: number, to: number) => void
  /** Returns the position of an entry after a move; by default `to`, limited to the positions of the list. */
  landsAt?: (from: number, to: number) => number
  addLabel?: string
  onAdd?: () => void
}) {
  const { label, entries, open, onOpen, onMove, landsAt, addLabel, onAdd } = props
  const { t } = useI18n()
  const list = useRef<HTMLOListElement>(null)
  const focus = (index: number) => list.current?.querySelectorAll('button')[index]?.focus()
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (!event.altKey) return focus(index + step)
    const to = landsAt?.(index, index + step) ?? Math.max(0, Math.min(entries.length - 1, index + step))
    // The list is rendered at once, because a key that is pressed before the moved entry has the focus again would be
    // lost.
    flushSync(() => onMove(index, index + step))
    focus(to)
  }
  return (
    <div className={css.list}>
      <ol ref={list} aria-label={label}>
        {entries.map(({ key, title, hint, marks, isChanged, hasProblem, isInside }, index) => (
          <li key={key}>
            <button
              type="button"
              aria-current={index === open || undefined}
              tabIndex={index === (open ?? 0) || (open !== undefined && open >= entries.length && index === 0) ? 0 : -1}
              data-problem={hasProblem || undefined}
              data-inside={isInside || undefined}
              onClick={() => onOpen(index)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <span className={css.entryName}>
                {title}
                {isChanged && <span className={css.dot} role="img" aria-label={t('designers.changed')} />}
              </span>
              <span className={css.entryHint}>
                {hint}
                {marks}
                {hasProblem && <b>{t('designers.hasProblem')}</b>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {onAdd && (
        <div>
          <Button variant="default" leftSection={<PlusIcon />} onClick={onAdd}>
            {addLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
