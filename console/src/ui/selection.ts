/** The rows of the page, the selected ones, and the row that was selected last. */
export interface Selection {
  readonly keys: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly anchor: string | undefined
}

/**
 * Returns the selection after a row was toggled or, with `isRange`, all rows from the anchor to this row were
 * selected.
 */
export function nextSelection({ keys, selected, anchor }: Selection, key: string, isRange: boolean): Set<string> {
  const next = new Set(selected)
  const [from, to] = [keys.indexOf(anchor ?? ''), keys.indexOf(key)]
  if (isRange && from !== -1) for (const each of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
  else if (!next.delete(key)) next.add(key)
  return next
}
