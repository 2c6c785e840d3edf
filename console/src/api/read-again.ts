import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads the queries under a key again because their data has changed on the server: all of them, or those that match a
 * predicate. A query that is being read for the first time is read again after its first answer: the cache would reuse
 * the running request, whose answer may be older than the change.
 */
export function readAgain(
  client: QueryClient,
  queryKey: QueryKey,
  predicate: (query: Query) => boolean = () => true,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey, predicate }))
    if (query.state.data === undefined && query.state.fetchStatus === 'fetching') readAfterwards(client, query)
  void client.invalidateQueries({ queryKey, predicate })
}

/** Queries that are read again after their first answer; several changes cause only one more request. */
const waiting = new WeakSet<Query>()

function readAfterwards(client: QueryClient, query: Query): void {
  if (waiting.has(query)) return
  waiting.add(query)
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.query !== query || (event.type !== 'removed' && query.state.fetchStatus === 'fetching')) return
    stop()
    waiting.delete(query)
    if (event.type !== 'removed') void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  })
}
