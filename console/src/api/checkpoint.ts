import type { Query, QueryCache } from '@tanstack/react-query'

/**
 * The last point up to which this tab has seen all changes. The server sends the checkpoint as a text with the
 * workspace and with each event. A new stream of events begins at the checkpoint.
 */
export interface Checkpoint {
  /** Returns the text; undefined before the workspace was read for the first time. */
  text(): string | undefined
  /**
   * Sets the first checkpoint, from the answer of the query `answered`. Does nothing when there is a checkpoint
   * already.
   */
  begin(text: string | undefined, answered: Query | undefined): void
  /**
   * Sets the checkpoint of an event, whose stream follows these topics. Without a text, as events of an older server
   * have none, the next stream begins without a checkpoint.
   */
  move(text: string, topics: Iterable<string>): void
  /**
   * Returns whether a query of a topic may lack changes from before the checkpoint: the last stream has not followed
   * the topic, and the query was read before the checkpoint was known.
   */
  isOutdated(topic: string, query: Query): boolean
}

/** Creates the checkpoint of a tab, and follows when the queries of the cache are read. */
export function createCheckpoint(cache: QueryCache): Checkpoint {
  let last: string | undefined
  let followed: ReadonlySet<string> = new Set()
  /** Queries whose data was requested after the checkpoint was known. */
  let later = new WeakSet<Query>()
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'fetch') later.add(event.query)
    // The read has failed or was cancelled, so the query keeps its earlier data.
    if (event.action.type === 'error' || event.action.type === 'setState') later.delete(event.query)
  })
  return {
    text: () => last,
    begin(text, answered) {
      if (last !== undefined || text === undefined) return
      last = text
      later = new WeakSet(answered && [answered])
    },
    move(text, topics) {
      last = text || undefined
      followed = new Set(topics)
      later = new WeakSet()
    },
    isOutdated: (topic, query) => !followed.has(topic) && !later.has(query),
  }
}
