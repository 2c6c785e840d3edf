import { fewAtOnceByKey, type LimitedByKey } from '../kit/few-at-once-by-key.ts'
import { tooManyLists } from './errors.ts'

/**
 * Of one caller at a time. A list may keep the database busy for ten seconds and its pool has ten connections, so four
 * are left to everybody else; and old clients ask for many pages at once.
 */
const limit = { running: 6, waiting: 500 }

/** Runs the lists of each caller in their order, so many at once; throws `query.too_many_lists`. */
export type ListsAtOnce = LimitedByKey

export function createListsAtOnce({ running, waiting } = limit): ListsAtOnce {
  return fewAtOnceByKey({ running, waiting }, () =>
    tooManyLists('too many lists of yours wait for their turn; try again later'),
  )
}

export const listsAtOnce = createListsAtOnce()
