import type { Reader } from '../../foundation/db/database.ts'
import { containmentPath } from './containment.ts'
import { membershipSteps } from './subjects.store.ts'

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
