import type { Condition } from './condition.ts'

/** Returns whether the rows that a condition matches depend on the present time. */
export function dependsOnTime(condition: Condition): boolean {
  return mentions(condition, timed)
}

/** Returns whether the rows that a condition matches depend on the user who asks. */
export function dependsOnCaller(condition: Condition): boolean {
  return mentions(condition, personal)
}

/** The kinds of nodes that are compiled with the present time. */
const timed: ReadonlySet<unknown> = new Set(['now', 'today', 'during'])
/** The kinds of nodes that are compiled with the id of the caller. */
const personal: ReadonlySet<unknown> = new Set(['caller'])

function mentions(node: unknown, kinds: ReadonlySet<unknown>): boolean {
  if (typeof node !== 'object' || node === null) return false
  return ('is' in node && kinds.has(node.is)) || Object.values(node).some((part) => mentions(part, kinds))
}
