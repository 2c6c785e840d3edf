/**
 * Cost class of an operation. Each class has its own bulkhead, so that many requests of one class do not keep the
 * others waiting.
 *
 * - `none`: never waits and is never refused, such as the health checks.
 * - `signIn`: sign-ins, sign-outs, invitations and the set-up. Requests of other classes cannot keep a person from
 *   signing in.
 * - `short`: reads or writes a few rows.
 * - `list`: pages, counts and searches.
 * - `heavy`: runs for seconds or reads a lot, such as reports, exports and applying a solution.
 * - `file`: bytes of files, whose duration depends on the client or on other systems.
 */
export type Cost = 'none' | 'signIn' | 'short' | 'list' | 'heavy' | 'file'

const namesOfLists = /^(list|search|count)[A-Z]/

/** Returns the declared cost class of an operation, or the one that its body and name suggest. */
export function costOf({ cost, body, name }: { cost?: Cost; body: 'json' | 'bytes'; name: string }): Cost {
  if (cost !== undefined) return cost
  if (body === 'bytes') return 'file'
  return namesOfLists.test(name) ? 'list' : 'short'
}
