import { fewAtOnce, type Limited } from '../kit/few-at-once.ts'
import { tooManyLists } from './errors.ts'

/**
 * Of one caller at a time. A list may keep the database busy for ten seconds and its pool has ten connections, so four
 * are left to everybody else; and old clients ask for many pages at once.
 */
const limit = { running: 6, waiting: 500 }

/** Runs the lists of each caller in their order, so many at once; throws `query.too_many_lists`. */
export type ListsAtOnce = <T>(callerId: string, list: () => Promise<T>) => Promise<T>

export function createListsAtOnce({ running, waiting } = limit): ListsAtOnce {
  const lines = new Map<string, { readonly limited: Limited; lists: number }>()
  return async (callerId, list) => {
    const line = lines.get(callerId) ?? { limited: fewAtOnce({ running, waiting }, refuse), lists: 0 }
    lines.set(callerId, line)
    line.lists++
    try {
      return await line.limited(list)
    } finally {
      if (--line.lists === 0) lines.delete(callerId)
    }
  }
}

const refuse = (): Error => tooManyLists('too many lists of yours wait for their turn; try again later')

export const listsAtOnce = createListsAtOnce()
