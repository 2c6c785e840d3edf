import type { Operations } from '../../api/operations.ts'

export type OrgItem = Operations['listOrgItems']['result']['items'][number]

/** An item of the organisation chart with its depth below the root. */
export interface TreeRow {
  readonly item: OrgItem
  readonly depth: number
}

/** Returns the items in the order of a tree: each below its parent, siblings by name, departments after positions. */
export function treeRows(items: readonly OrgItem[]): readonly TreeRow[] {
  const ids = new Set(items.map(({ id }) => id))
  const below = new Map<string | null, OrgItem[]>()
  for (const item of items) {
    const parent = item.parent !== null && ids.has(item.parent) ? item.parent : null
    below.set(parent, [...(below.get(parent) ?? []), item])
  }
  const rowsBelow = (parent: string | null, depth: number): readonly TreeRow[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => Number(isDepartment(a)) - Number(isDepartment(b)) || a.name.localeCompare(b.name))
      .flatMap((item) => [{ item, depth }, ...rowsBelow(item.id, depth + 1)])
  return rowsBelow(null, 0)
}

const isDepartment = ({ kind }: OrgItem): boolean => kind === 'department'
