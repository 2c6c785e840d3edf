import type { Reader } from '../foundation/db/database.ts'
import type { DefinitionKind, Drift } from './definition-kind.ts'
import type { SolutionContent } from './solution-content.ts'

/** Returns the changes made by hand to a deployed solution; an empty list when nothing differs from the last apply. */
export async function findDrift(
  reader: Reader,
  kinds: readonly DefinitionKind[],
  content: SolutionContent,
): Promise<Drift[]> {
  const drift: Drift[] = []
  for (const kind of kinds) drift.push(...((await kind.drift?.(reader, content)) ?? []))
  return drift
}
