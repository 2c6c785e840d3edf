import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressOf } from './call.ts'
import { checkpoint } from './query-client.ts'
import { readAgain } from './read-again.ts'
import { createStore, useStore } from './store.ts'

/** A topic of the event stream, and the queries to read again when the server reports a change of the topic. */
interface Watch {
  readonly topic: string
  readonly keys: readonly QueryKey[]
}

const pollMs = 15_000
const gatherMs = 300
/** Topics that the server always sends, without a subscription. */
const always = ['tasks', 'notifications']
const watches = createStore<readonly Watch[]>([])

/**
 * Reads queries again whenever something of a topic changes, while the component is mounted. Topics are `tasks`,
 * `notifications`, `instance:ID`, `job:ID` and `application:NAMESPACE.CODE`: the elements of an application, and the
 * tasks about them, also those of other people.
 */
export function useTopic(topic: string, keys: readonly QueryKey[]): void {
  const text = JSON.stringify(keys)
  useEffect(() => {
    const watch: Watch = { topic, keys: JSON.parse(text) }
    watches.set([...watches.get(), watch])
    return () => watches.set(watches.get().filter((each) => each !== watch))
  }, [topic, text])
}

/**
 * Holds the event stream of this browser tab: one stream for all topics, closed while the tab is hidden. While the
 * tab is visible and the stream is interrupted, the watched queries are read again every 15 seconds. The shell calls
 * this hook once.
 */
export function useEventStream(): void {
  const client = useQueryClient()
  const topics = [...new Set(useStore(watches).map(({ topic }) => topic))]
    .filter((each) => !always.includes(each))
    .sort()
  const asked = topics.join(',')
  useEffect(() => {
    let close: (() => void) | undefined
    // A new page registers its topics one after the other; the delay lets one stream serve all of them.
    const timer = setTimeout(() => follow(), gatherMs)
    const follow = () => {
      close?.()
      close = document.hidden ? undefined : openStream(client, asked)
    }
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      close?.()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [client, asked])
}

function openStream(client: QueryClient, topics: string): () => void {
  const followed = [...always, ...topics.split(',')]
  const connect = (since: string | undefined): EventSource => {
    const stream = new EventSource(addressOf('/api/v1/events', {}, { topics: topics || null, since }))
    // The server reports what has changed between the checkpoint and the begin of the stream.
    stream.addEventListener('watching', ({ data, lastEventId }) => {
      // An older server, which can answer during an upgrade, names no topics.
      const changed: readonly string[] | undefined = JSON.parse(data).topics
      readTopics(client, (topic, query) => changed?.includes(topic) !== false || checkpoint.isOutdated(topic, query))
      checkpoint.move(lastEventId, followed)
    })
    stream.addEventListener('changed', ({ data, lastEventId }) => {
      const changed: readonly string[] = JSON.parse(data).topics
      readTopics(client, (topic) => changed.includes(topic))
      checkpoint.move(lastEventId, followed)
    })
    stream.addEventListener('checkpoint', ({ lastEventId }) => checkpoint.move(lastEventId, followed))
    return stream
  }
  let stream = connect(checkpoint.text())
  const timer = setInterval(() => {
    if (stream.readyState === EventSource.OPEN) return
    readTopics(client, () => true)
    // A refused stream does not connect again by itself. An older server refuses `since`.
    if (stream.readyState === EventSource.CLOSED) stream = connect(undefined)
  }, pollMs)
  return () => {
    clearInterval(timer)
    stream.close()
  }
}

function readTopics(client: QueryClient, isChanged: (topic: string, query: Query) => boolean): void {
  for (const { topic, keys } of watches.get())
    for (const queryKey of keys) readAgain(client, queryKey, (query) => isChanged(topic, query))
}
