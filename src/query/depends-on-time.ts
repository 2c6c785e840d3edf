import type { Condition } from './condition.ts'

/** Returns whether the rows that a condition matches depend on the present time. */
export function dependsOnTime(condition: Condition): boolean {
  return mentionsTime(condition)
}

/** The kinds of nodes that are compiled with the present time. */
const timed: ReadonlySet<unknown> = new Set(['now', 'today', 'during'])

function mentionsTime(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  return ('is' in node && timed.has(node.is)) || Object.values(node).some(mentionsTime)
}
