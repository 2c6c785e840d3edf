import type { Reader } from '../../db/database.ts'
import { wayUp } from './containment.ts'
import { stepsAbove } from './subjects.store.ts'

/**
 * How users come into groups (by path or id) and to items of the chart: gives the names of what lies on the shortest
 * way, the subject first. Undefined when no way leads there, as into a group that everybody is in.
 */
export async function waysOf(reader: Reader, userId: string): Promise<(subject: string) => string[] | undefined> {
  const steps = await stepsAbove(reader, userId)
  const ids = new Map(steps.map(({ path, outer }) => [path, outer]))
  return (subject) => wayUp(steps, userId, ids.get(subject) ?? subject)
}
