import type { Reader } from '../../foundation/db/database.ts'
import { type Containment, membershipSteps } from './subjects.store.ts'

/**
 * Returns a function that explains how a user belongs to a subject (the path or id of a group, or the id of a chart
 * item). The function returns the names on the shortest chain, starting with the subject, or undefined when there is no
 * chain of members, as for a default group.
 */
export async function membershipPathsOf(
  reader: Reader,
  userId: string,
): Promise<(subject: string) => string[] | undefined> {
  const steps = await membershipSteps(reader, userId)
  const ids = new Map(steps.map(({ path, outer }) => [path, outer]))
  return (subject) => containmentPath(steps, userId, ids.get(subject) ?? subject)
}

/**
 * Returns the shortest chain of groups and items of the organisation chart through which `to` contains `from`: their
 * names, outermost first, without `from` itself. Returns undefined when `to` does not contain `from`.
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
