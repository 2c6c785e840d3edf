import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useShortcuts } from './keys/shortcuts.ts'
import { nextSelection, type Selection } from './selection.ts'

/** The selected rows of a table. */
export interface TableSelection {
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
}

/**
 * Moves the focus between the rows of a table and selects rows by key. Returns a ref for the table, the row that `Tab`
 * reaches (`roving`), the handler of the keys in the table, and `select`.
 */
export function useRowFocus(options: {
  /** Keys of the rows in their order. */
  keys: readonly string[]
  openKey: string | undefined
  selection: TableSelection | undefined
}) {
  const { keys, openKey, selection } = options
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string>()
  const anchor = useRef<string>(undefined)
  const roving = [focused, openKey].find((key) => key !== undefined && keys.includes(key)) ?? keys[0]

  const focusRow = (index: number) => {
    const row = rowsOf(table.current)[Math.max(0, Math.min(keys.length - 1, index))]
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: number) => {
    const active = activeRow(table.current)
    const from = active === -1 ? keys.indexOf(openKey ?? '') : active
    focusRow(from === -1 ? 0 : from + step)
  }
  const latest = useRef<Selection>(undefined)
  latest.current = selection && { keys, selected: selection.keys, anchor: anchor.current }
  const onChange = selection?.onChange
  const select = useCallback(
    (key: string, isRange: boolean) => {
      if (latest.current) onChange?.(nextSelection(latest.current, key, isRange))
      anchor.current = key
    },
    [onChange],
  )
  const selectFocused = (isRange: boolean) => {
    const key = keys[activeRow(table.current)]
    if (key !== undefined) select(key, isRange)
  }
  useShortcuts([
    { keys: 'j', label: 'ui.nextRow', run: () => move(1) },
    { keys: 'k', label: 'ui.previousRow', run: () => move(-1) },
    ...(selection
      ? ([
          { keys: 'x', label: 'ui.selectRow', run: () => selectFocused(false) },
          { keys: 'shift+x', label: 'ui.selectRange', run: () => selectFocused(true) },
        ] as const)
      : []),
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Home') focusRow(0)
    else if (event.key === 'End') focusRow(keys.length - 1)
    else return
    event.preventDefault()
  }
  return { table, roving, setFocused, onKeyDown, select }
}

/** Returns the rows of the table in their order, without the heads of the groups. */
const rowsOf = (table: HTMLTableElement | null): readonly HTMLTableRowElement[] => [
  ...(table?.querySelectorAll<HTMLTableRowElement>('tr[data-key]') ?? []),
]

/** Returns the index of the row that has the focus or contains the focused element; -1 when there is none. */
const activeRow = (table: HTMLTableElement | null): number =>
  rowsOf(table).findIndex((row) => row.contains(document.activeElement))
