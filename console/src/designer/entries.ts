/** Returns the list with another entry at a position. */
export const replaced = <T>(list: readonly T[], index: number, entry: T): readonly T[] =>
  list.map((each, at) => (at === index ? entry : each))

/** Returns the list without the entry at a position. */
export const removed = <T>(list: readonly T[], index: number): readonly T[] => list.filter((_, at) => at !== index)

/**
 * Returns the list with the entry at `from` moved to the position `to`; the list itself when there is no such position.
 */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  if (to < 0 || to >= list.length) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}
