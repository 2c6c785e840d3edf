import type { Program, State } from '../../../engine/index.ts'
import type { InstancePath } from './instance-path.store.ts'
import type { IncidentRow } from './instance-view.store.ts'

/** Numbers of one element in one instance, for a picture of the instance on its diagram. */
export interface ElementCounts {
  readonly elementId: string
  /** Number of tokens at the element. */
  readonly active: number
  /** How often the element was completed. */
  readonly completed: number
  /** Number of open incidents. */
  readonly incidents: number
}

export interface CountedFacts {
  readonly tokens: State['tokens']
  readonly incidents: readonly IncidentRow[]
  readonly path: InstancePath
}

/** Returns the numbers of the elements that a token has reached, in the order of the program. */
export function elementCounts(program: Program, { tokens, incidents, path }: CountedFacts): ElementCounts[] {
  const active = Map.groupBy(tokens, ({ at }) => at)
  const open = Map.groupBy(
    incidents.filter(({ state }) => state === 'open'),
    ({ element }) => element,
  )
  return program.nodes
    .map(({ id }, at) => ({
      elementId: id,
      active: active.get(at)?.length ?? 0,
      completed: path.completed.get(id) ?? 0,
      incidents: open.get(id)?.length ?? 0,
    }))
    .filter((counts) => counts.active + counts.completed + counts.incidents > 0)
}
