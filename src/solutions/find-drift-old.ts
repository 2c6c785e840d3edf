import { accessDrift } from '../data/application-kind/access-drift-old.ts'
import type { Reader } from '../foundation/db/database.ts'
import { groupDrift } from '../people/groups/definition/group-drift.ts'
import type { Drift } from './drift.ts'
import type { SolutionContent } from './solution-content.ts'

/** The sources of drift: one for each kind of definition that can be changed by hand. */
const sources: readonly ((reader: Reader, content: SolutionContent) => Promise<readonly Drift[]>)[] = [
  groupDrift,
  accessDrift,
]

/** Returns the changes made by hand to a deployed solution; an empty list when nothing differs from the last apply. */
export async function findDrift(reader: Reader, content: SolutionContent): Promise<Drift[]> {
  const drift: Drift[] = []
  for (const source of sources) drift.push(...(await source(reader, content)))
  return drift
}
