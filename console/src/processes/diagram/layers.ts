/** The successors of each node of a graph that is laid out, in the order of the file. */
export type Successors = ReadonlyMap<string, readonly string[]>

/** Column and row of each node, and the edges that lead back. */
export interface Grid {
  readonly places: ReadonlyMap<string, { readonly column: number; readonly row: number }>
  /** Edges as `source target` that close a loop. */
  readonly back: ReadonlySet<string>
  /** Nodes that were inserted where an edge passes a column: `source target column`. */
  readonly bends: ReadonlySet<string>
}

/** Places nodes in columns and rows. Edges lead to the right, except in loops, and do not cross nodes. */
export function placeInGrid(nodes: readonly string[], successors: Successors): Grid {
  const back = backEdges(nodes, successors)
  const columns = columnsOf(nodes, successors, back)
  const { edges, bends } = withBends(nodes, successors, { back, columns })
  const places = new Map<string, { column: number; row: number }>()
  const taken = new Set<string>()
  const place = (node: string, wanted: number) => {
    if (places.has(node)) return
    const column = columns.get(node)!
    let row = wanted
    while (taken.has(`${column} ${row}`)) row++
    taken.add(`${column} ${row}`)
    places.set(node, { column, row })
    for (const next of edges.get(node) ?? []) place(next, row)
  }
  for (const node of nodes) place(node, 0)
  return { places, back, bends }
}

function backEdges(nodes: readonly string[], successors: Successors): Set<string> {
  const back = new Set<string>()
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string) => {
    state.set(node, 'open')
    for (const next of successors.get(node) ?? []) {
      if (state.get(next) === 'open') back.add(`${node} ${next}`)
      else if (!state.has(next)) visit(next)
    }
    state.set(node, 'done')
  }
  for (const node of nodes) if (!state.has(node)) visit(node)
  return back
}

/** Returns the column of each node: the length of the longest path to the node. */
function columnsOf(nodes: readonly string[], successors: Successors, back: ReadonlySet<string>): Map<string, number> {
  const before = new Map<string, string[]>(nodes.map((node) => [node, []]))
  for (const node of nodes)
    for (const next of successors.get(node) ?? []) if (!back.has(`${node} ${next}`)) before.get(next)?.push(node)
  const columns = new Map<string, number>()
  const columnOf = (node: string): number => {
    const known = columns.get(node)
    if (known !== undefined) return known
    const column = Math.max(0, ...before.get(node)!.map((each) => columnOf(each) + 1))
    columns.set(node, column)
    return column
  }
  for (const node of nodes) columnOf(node)
  return columns
}

/** Replaces each edge over several columns by edges from column to column. Adds the new nodes to `columns`. */
function withBends(
  nodes: readonly string[],
  successors: Successors,
  { back, columns }: { back: ReadonlySet<string>; columns: Map<string, number> },
): { edges: Successors; bends: Set<string> } {
  const bends = new Set<string>()
  const edges = new Map<string, string[]>()
  for (const source of nodes) {
    for (const target of successors.get(source) ?? []) {
      if (back.has(`${source} ${target}`)) continue
      let last = source
      for (let column = columns.get(source)! + 1; column < columns.get(target)!; column++) {
        const bend = `${source} ${target} ${column}`
        bends.add(bend)
        columns.set(bend, column)
        edges.set(last, [...(edges.get(last) ?? []), bend])
        last = bend
      }
      edges.set(last, [...(edges.get(last) ?? []), target])
    }
  }
  return { edges, bends }
}
