import type { Transaction } from '../../../foundation/db/database.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { recordStartRefusal, type StartRefusal } from './start-failures.ts'

/** Maximum number of automatic starts in a row, in which each instance causes the next start. */
export const maxStartDepth = 10
/**
 * Maximum number of starts, messages and signals in a row, each of which causes the next. Higher than the maximum of
 * starts, because an instance may exchange messages with others for each of its items.
 */
export const maxHops = 1_000

/** The place of an instance in a chain of instances that start or continue each other without a person in between. */
export interface Chain {
  /** Number of automatic starts in a row that led to the instance. */
  readonly depth: number
  /** Number of starts, messages and signals in a row that led to the present state of the instance. */
  readonly hops: number
}

/**
 * Returns the place that follows the place of an instance in its chain; without an instance, the place 0 of a new
 * chain.
 */
export function nextInChain(cause: Chain | undefined): Chain {
  return cause === undefined ? { depth: 0, hops: 0 } : { depth: cause.depth + 1, hops: cause.hops + 1 }
}

/** Returns why a chain must not go on by another start; undefined when it may. */
export function endOfStarts({ depth, hops }: Chain): string | undefined {
  return depth > maxStartDepth ? `it ends a chain of ${maxStartDepth} starts` : endOfChain(hops)
}

/** Returns why a chain must not go on by another event; undefined when it may. */
export function endOfChain(hops: number): string | undefined {
  return hops > maxHops ? `it ends a chain of ${maxHops} starts, messages and signals` : undefined
}

/** Records the starts that do not happen because they would continue an endless chain. */
export async function refuseStarts(
  tx: Transaction,
  log: Log,
  {
    starts,
    ...refusal
  }: Omit<StartRefusal, 'template' | 'element'> & {
    readonly starts: readonly { readonly template: string; readonly element: string }[]
  },
): Promise<void> {
  log('warn', refusal.message, { by: refusal.by, item: refusal.item })
  for (const { template, element } of starts)
    await recordStartRefusal(tx, { ...refusal, template, element }, { isAlwaysAudited: false })
}
