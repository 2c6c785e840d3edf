import { type ConcurrencyLimitByKey, limitConcurrencyByKey } from '../../foundation/kit/concurrency-limit-by-key.ts'
import { tooManyLists } from '../errors.ts'

/**
 * The concurrency limits per caller. A list can keep the database busy for ten seconds and the pool has ten
 * connections, so six running lists leave four connections to everybody else. Up to 500 lists may wait, because old
 * clients ask for many pages at once.
 */
const limit = { running: 6, waiting: 500 }

/**
 * Runs a limited number of lists of each caller at a time and queues more in FIFO order. Throws `query.too_many_lists`
 * when the queue is full.
 */
export type ListConcurrency = ConcurrencyLimitByKey

export function createListConcurrency({ running, waiting } = limit): ListConcurrency {
  return limitConcurrencyByKey({ running, waiting }, () =>
    tooManyLists('too many lists of yours wait for their turn; try again later'),
  )
}

export const listConcurrency = createListConcurrency()
