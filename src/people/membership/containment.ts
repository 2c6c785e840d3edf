/** A direct containment: the group `outer` has the member `inner`. */
export interface Containment {
  readonly outer: string
  readonly outerName: string
  readonly inner: string
}

/**
 * Returns the shortest chain of groups through which `to` contains `from`: their names, outermost first, without `from`
 * itself. Returns undefined when `to` does not contain `from`.
 */
export function containmentPath(steps: readonly Containment[], from: string, to: string): string[] | undefined {
  const above = Map.groupBy(steps, ({ inner }) => inner)
  const seen = new Set([from])
  let ways: { at: string; names: string[] }[] = [{ at: from, names: [] }]
  while (ways.length > 0) {
    const next: typeof ways = []
    for (const { at, names } of ways) {
      for (const { outer, outerName } of above.get(at) ?? []) {
        if (seen.has(outer)) continue
        const way = [outerName, ...names]
        if (outer === to) return way
        seen.add(outer)
        next.push({ at: outer, names: way })
      }
    }
    ways = next
  }
  return undefined
}
