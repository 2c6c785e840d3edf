import type { Reader } from '../../db/database.ts'
import { accessDrift } from './access-drift.ts'
import type { Drift } from './drift.ts'
import { groupDrift } from './group-drift.ts'
import type { SolutionContent } from './solution-content.ts'

/** Whatever can be changed beside the files has a line here. */
const sources: readonly ((reader: Reader, content: SolutionContent) => Promise<readonly Drift[]>)[] = [
  groupDrift,
  accessDrift,
]

/** Everything of a deployed solution that was changed by hand. Empty when all is as it was applied. */
export async function findDrift(reader: Reader, content: SolutionContent): Promise<Drift[]> {
  const drift: Drift[] = []
  for (const source of sources) drift.push(...(await source(reader, content)))
  return drift
}
