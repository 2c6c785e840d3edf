import type { Reader } from '../../db/database.ts'
import { accessDrift } from './access-drift.ts'
import type { Drift } from './drift.ts'
import { groupDrift } from './group-drift.ts'
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
