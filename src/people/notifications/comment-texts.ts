import type { Reader } from '../../foundation/db/database.ts'
import type { About } from './events.ts'
import { commentedElements } from './notifications.store.ts'

type AboutElement = Extract<About, { readonly type: 'element' }>

/** Returns the ids of those elements that a user may read now. */
export type SeenElements = (userId: string, elements: readonly AboutElement[]) => Promise<ReadonlySet<string>>

/**
 * Returns the ids of the elements of notifications that a user may no longer read. The text of a comment belongs to its
 * element, so it is not shown to such a user.
 */
export async function unseenOf(
  seenElements: SeenElements,
  userId: string,
  notifications: readonly { readonly about: About }[],
): Promise<string[]> {
  const elements = new Map(
    notifications.flatMap(({ about }): [string, AboutElement][] =>
      about.type === 'element' ? [[about.id, about]] : [],
    ),
  )
  if (elements.size === 0) return []
  const seen = await seenElements(userId, [...elements.values()])
  return [...elements.keys()].filter((id) => !seen.has(id))
}

/** Returns the ids of the elements on whose comments a user was notified, and which the user may no longer read. */
export const unseenCommented = async (reader: Reader, seenElements: SeenElements, userId: string): Promise<string[]> =>
  unseenOf(seenElements, userId, await commentedElements(reader, userId))
